import { formatCount } from "../../../money.ts";
import type { texts as english } from "./tool-table.texts.en.ts";

export const texts: typeof english = {
  tools: "Outils",
  tool: "Outil",
  price: "Prix",
  minimum: "Minimum",
  from: "À partir de",
  stock: "Stock",
  order: "Commander",
  minimumOf: (quantity) => `minimum de ${formatCount(quantity)}`,
  purchase: "Acheter",
  purchaseOf: (tool) => `Acheter ${tool}`,
  buyNow: (tool) => `Acheter maintenant\u00a0: ${tool}`,
};

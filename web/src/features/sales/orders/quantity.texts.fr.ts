import { formatCount } from "../../../money.ts";
import type { texts as english } from "./quantity.texts.en.ts";

export const texts: typeof english = {
  orderQuantity: "Quantité commandée",
  minimumOf: (quantity) => `Minimum de ${formatCount(quantity)}`,
  priceByQuantity: "Prix par quantité",
  orMore: "ou plus",
  save: (percent) => `${percent}\u00a0% de rabais`,
  each: "l’unité",
};

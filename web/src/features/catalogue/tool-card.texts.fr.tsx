import { formatCount } from "../../money.ts";
import type { texts as english } from "./tool-card.texts.en.tsx";

const add = (quantity: number) => (quantity > 1 ? `Ajouter ${formatCount(quantity)}` : "Ajouter");

export const texts: typeof english = {
  price: "Prix",
  each: "l’unité",
  noMinimum: "sans minimum",
  minimum: (quantity) => `minimum de ${formatCount(quantity)}`,
  purchase: "Acheter",
  purchaseOf: (tool) => `Acheter ${tool}`,
  buyNow: (tool) => `Acheter maintenant\u00a0: ${tool}`,
  add: (quantity, wide) => (
    <>
      {add(quantity)} {wide("au panier")}
    </>
  ),
  addOf: (quantity, tool) => `${add(quantity)} au panier\u00a0: ${tool}`,
};

import { formatCount, formatPrice } from "../money.ts";
import { counted } from "../words.en.ts";
import type { texts as english } from "./AddedSheet.texts.en.tsx";

export const texts: typeof english = {
  inYourBasket: "Dans votre panier",
  close: "Fermer",
  each: "l’unité",
  basketOf: (tools, link) => (
    <>
      {link("Votre panier")}, {counted.tools(tools)}
    </>
  ),
  checkout: "Passer à la caisse",
  continueShopping: "Continuer à magasiner",
  deliveryIsFree: "La livraison est gratuite",
  delivery: (method, price) =>
    price === 0 ? `${method}\u00a0: gratuit` : `${method}\u00a0: ${formatPrice(price)}`,
  untilFreeDelivery: (missing) => `Encore ${formatPrice(missing)} et la livraison est gratuite`,
  goesWithIt: "Va bien avec cet outil",
  notAdded: (pieces, problem) => `${counted.pieces(pieces)} dans votre panier. ${problem}`,
  add: (pieces) => `Ajouter ${formatCount(pieces)}`,
  addTool: (pieces, tool) => `Ajouter ${formatCount(pieces)}\u00a0: ${tool}`,
};

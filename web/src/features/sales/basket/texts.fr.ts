import { formatCount } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  title: "Panier",
  loading: "Chargement de votre panier",
  maybeOld: (reason) => `Les prix et le stock ont peut-être changé. ${reason}`,
  tryAgain: "Réessayer",
  howToFill:
    "Choisissez un outil et ajoutez-le. Vous pouvez acheter plusieurs outils en un seul paiement.",
  plainEmpty: (link) => `Votre panier est vide. ${link("Tous les outils")}`,
  lines: counted.tools,
  quantityOf: (tool) => `Quantité de ${tool}`,
  minimumOf: (count) => `Minimum de ${formatCount(count)}`,
  totalOf: (tool) => `Total de ${tool}`,
  unitPrice: (price) => `${price} l’unité`,
  unitPrices: (price, next, from) => `${price} l’unité · ${next} à partir de ${formatCount(from)}`,
  remove: "Retirer",
  removeTool: (tool) => `Retirer ${tool}`,
  removed: (tool) => `${tool} a été retiré.`,
  undo: "Annuler",
  putBack: (tool) => `Remettre ${tool} dans le panier`,
  setTo: (count) => `Passer à ${formatCount(count)}`,
  takeLeft: (count) =>
    count === 1 ? "Prendre le dernier" : `Prendre les ${formatCount(count)} qui restent`,
  remedyOf: (remedy, tool) => `${remedy}\u00a0: ${tool}`,
  sum: "Sommaire",
  deliveringTo: "Lieu de livraison",
  province: "Province ou territoire",
  chooseProvince: "Veuillez choisir",
  postalCode: "Code postal",
  delivery: "Livraison",
  total: "Total",
  totalOfGoods: "Total des marchandises",
  checkout: "Passer à la caisse",
  orCheckout: "ou passer à la caisse",
  changeMarked: "Veuillez d’abord modifier les outils marqués.",
};

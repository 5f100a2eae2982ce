import type { texts as english } from "./ended.texts.en.ts";

export const texts: typeof english = {
  expired: "Votre réservation a pris fin",
  deleted: "Cette commande a été supprimée",
  notCharged: "Rien n’a été débité.",
  putBack: "Remettre les outils dans le panier",
  allAreBack: "Tous les outils sont de nouveau dans votre panier.",
  notAsBefore: "Ces outils n’ont pas pu être remis tels quels\u00a0:",
};

import type { texts as english } from "./all-reviews.texts.en.ts";

export const texts: typeof english = {
  title: "Tous les avis",
  lead: "Dans les mots des gens qui jardinent avec ces outils.",
  empty: "Aucun avis pour le moment",
  emptyHint: "Soyez la première personne à en écrire un.",
};

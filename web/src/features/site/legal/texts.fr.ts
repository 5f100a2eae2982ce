import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  onThisPage: "Sur cette page",
  draft: "C’est un premier brouillon. La boutique ne l’a pas encore vérifié.",
  officer: "Personne responsable de la protection des renseignements personnels",
  loading: "Chargement du texte",
};

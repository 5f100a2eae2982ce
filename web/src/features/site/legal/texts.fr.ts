import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  draft: "Ceci est un premier brouillon. Le propriétaire de la boutique ne l’a pas encore vérifié.",
  loading: "Chargement du texte",
};

import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  draft:
    "Ceci est une première ébauche. Le propriétaire de la boutique ne l’a pas encore vérifiée.",
  loading: "Chargement du texte",
};

import type { texts as english } from "./about.texts.en.ts";

export const texts: typeof english = {
  about: "À propos",
  loading: "Chargement du texte",
};

import type { texts as english } from "./not-found.texts.en.ts";

export const texts: typeof english = {
  picture: "Une pancarte indique 404 à côté d’un trou vide\u00a0: cette page n’existe pas",
  error: "Erreur 404",
  title: "Rien ne pousse ici",
  explanation:
    "Il n’y a pas de page à cette adresse. La page a peut-être été déplacée, ou le lien est erroné.",
  allTools: "Tous les outils",
  home: "Accueil",
};

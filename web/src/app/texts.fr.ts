import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  pageDidNotLoad: "Cette page ne s’est pas chargée",
  connectionLost: "La connexion a été perdue, ou la boutique vient d’être mise à jour.",
  loginUnknown:
    "Nous n’avons pas pu vérifier si votre session est ouverte. Vérifiez votre connexion et réessayez.",
  signingOut: "Déconnexion",
  skipToContent: "Passer au contenu",
};

import type { texts as english } from "./error-messages.texts.en.ts";

export const texts: typeof english = {
  brokenPage: "Un problème est survenu sur cette page. Veuillez la recharger et réessayer.",
  unreachable: "Impossible de joindre la boutique. Vérifiez votre connexion et réessayez.",
  sessionEnded: "Votre session est terminée. Veuillez vous connecter de nouveau.",
  notNow: "La boutique ne peut pas le faire pour le moment. Veuillez réessayer dans un moment.",
  notAccepted:
    "La boutique n’a pas accepté cette demande. Veuillez vérifier ce que vous avez entré et réessayer.",
};

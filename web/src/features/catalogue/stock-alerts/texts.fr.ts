import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  soldOut: "Épuisé",
  soldOutNow: "Cet outil est épuisé pour le moment.",
  waiting: "Nous vous enverrons un seul courriel quand cet outil sera de retour.",
  wait: "M’envoyer un courriel à son retour",
  stopWaiting: "Ne plus attendre",
};

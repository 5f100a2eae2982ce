import type { texts as english } from "./buying.texts.en.ts";

export const texts: typeof english = {
  emptyBasket: "Votre panier est vide",
  allTools: "Tous les outils",
  logIn: "Se connecter",
  createAccount: "Créer un compte",
  nothingToBuy: "Aucun outil de votre panier ne peut être acheté pour le moment.",
  basketChanged: "Votre panier a changé entre-temps. Veuillez le vérifier.",
};

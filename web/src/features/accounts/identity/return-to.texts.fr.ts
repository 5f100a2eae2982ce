import type { texts as english } from "./return-to.texts.en.ts";

export const texts: typeof english = {
  payForOrder: "payer la commande",
  buyBasket: "acheter ce que contient votre panier",
  openPage: (title) => `ouvrir la page «\u00a0${title}\u00a0»`,
  openPageOfOne: (title) => `ouvrir la page «\u00a0${title}\u00a0»`,
};

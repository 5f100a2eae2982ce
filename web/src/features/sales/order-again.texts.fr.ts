import type { texts as english } from "./order-again.texts.en.ts";

export const texts: typeof english = {
  goToBasket: "Aller au panier",
  orderAgain: "Commander de nouveau",
  orderAgainOf: (name) => `Commander de nouveau\u00a0: ${name}`,
  notAsBefore: "Tout n’est pas comme avant\u00a0:",
};

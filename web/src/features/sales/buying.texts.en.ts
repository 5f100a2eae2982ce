/** What the basket and the checkout say alike. */
export const texts = {
  emptyBasket: "Your basket is empty",
  allTools: "All Tools",
  logIn: "Log in",
  createAccount: "Create account",
  nothingToBuy: "Nothing in your basket can be bought now.",
  basketChanged: "Your basket has changed meanwhile. Please check it.",
};

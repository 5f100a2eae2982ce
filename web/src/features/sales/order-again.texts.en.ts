export const texts = {
  goToBasket: "Go to the basket",
  orderAgain: "Order again",
  orderAgainOf: (name: string) => `Order again: ${name}`,
  notAsBefore: "Not all of it is as before:",
};

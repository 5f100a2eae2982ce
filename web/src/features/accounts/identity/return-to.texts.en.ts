/** What a login is for, as it follows "Log in to". */
export const texts = {
  payForOrder: "pay for the order",
  buyBasket: "buy what is in your basket",
  openPage: (title: string) => `open ${title}`,
  openPageOfOne: (title: string) => `open the ${title.toLowerCase()}`,
};

export const texts = {
  goods: "Goods",
  delivery: "Delivery",
  discount: "Discount",
  noAddress: "The wallet did not tell the address. You were not charged. Please try again.",
  noEmail:
    "The wallet did not tell an e-mail address. You were not charged. Please add one to your wallet, or pay by card.",
  newTotal: (reason: string, total: string) =>
    `${reason} The total is ${total} now. You were not charged.`,
};

import type { ReactNode } from "react";

/** The card and the wallet, on each page that takes a payment. */
export const texts = {
  yourCard: "Your card",
  amount: "Amount",
  pay: "Pay",
  paying: "Paying …",
  orByCard: "or pay by card",
  order: (number: string) => `Order ${number}`,
  loadingOrder: "Loading your order",
  formIsLoading: "The card form is loading …",
  numberIsPrivate: "The shop never sees the number of your card.",
  frameFailed: "The card form did not load. Your network or a browser extension may block it.",
  tryAgain: "Try again",
  formFailed: "The card form did not load. A browser extension may block it.",
  staysReserved: "Your order stays reserved.",
  reload: "Reload the page",
  howToPay: "How to pay",
  writeNumber: (order: string) => `Write ${order} in the message.`,
  numberIs: (order: string) => `The number of your order is ${order}.`,
  heldUntil: (deadline: ReactNode) => <>We hold your tools until {deadline}.</>,
  heldUntilPaid: "We hold your tools until you pay.",
  loadingCards: "Loading your cards",
  whichCard: "Which card",
  expired: (month: string) => `Expired ${month}`,
  anotherCard: "Use another card",
  saveCard: "Save this card for next time",
  saveCardHint: "Our card provider keeps it. You can remove it in your account.",
  transactionId: "Transaction id",
  taken:
    "Your card payment went through. Please do not pay again: the shop is adding it to your order …",
  notConfirmed:
    "Your bank did not confirm the payment. You were not charged. Please try again, or use another card.",
};

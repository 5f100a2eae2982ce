import type { ReactNode } from "react";

/** PaymentPage and CardPayment. */
export const texts = {
  title: "Payment",
  confirmed: "Purchase confirmed",
  loading: "Loading your order",
  loadingText: "Loading your order …",
  notFound: "Order not found",
  goneOwn: (list: string) =>
    `It has been deleted, or it belongs to another account. ${list} lists yours.`,
  goneOfShop: (list: string) =>
    `It has been deleted, or it belongs to another account. ${list} lists all.`,
  hello: (name: ReactNode) => <>Hello, {name}</>,
  details: "Order details",
  order: "Order",
  shipTo: "Ship to",
  noAddress: "No address given",
  addressNeeded: "Where shall we send it? Please add an address.",
  amount: "Amount",
  progress: "Progress of this order",
  related: "You may also need",
  each: "each",
  completed: "Congratulation! Your payment is completed.",
  completedBy: (transactionId: string) =>
    `Congratulation! Your payment is completed. ${transactionId}`,
  paid: "Paid",
  /** The way to pay has its preposition, or is empty. */
  received: (way: string) => `We received your payment${way}.`,
  refundedToCard:
    "All of it went back to the card you paid with. Your bank may take 5 to 10 days to show it.",
  refundingToCard:
    "All of it goes back to the card you paid with. Your bank may take 5 to 10 days to show it.",
  refundCameBack:
    "Your bank sent the refund back to us, so you do not have your money yet. We will return it again, or ask you how.",
  refunded: "We have returned all of your payment.",
  shipped: (goods: string, date: ReactNode) => (
    <>
      We shipped {goods} on {date}.
    </>
  ),
  packed: (goods: string) => `Thank you! We will pack ${goods} and ship it.`,
  packedFor: (goods: string, address: string) =>
    `Thank you! We will pack ${goods} and ship it to ${address}.`,
  confirmation: (email: string) =>
    `We e-mail your confirmation to ${email}, and write again when it ships.`,
  continueShopping: "Continue shopping",
  receipt: "Receipt",
};

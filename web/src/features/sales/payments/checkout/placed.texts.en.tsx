import type { ReactNode } from "react";
import { counted } from "../../../../words.en.ts";

/** The page of a purchase that was placed, with and without a login. */
export const texts = {
  order: (number: string) => `Order ${number}`,
  loading: "Loading your order",
  notFound: "Order not found",
  gone: "It has been deleted, or it belongs to another account.",
  allTools: "All Tools",
  tools: "Tools",
  sum: "Sum",
  invoice: "Invoice",
  progress: "Progress of this order",
  readyForPickUp: "Ready to be picked up",
  shippedOf: (shipped: number, tools: number) => `${shipped} of ${counted.tools(tools)}`,
  pickUp: "Pick-up",
  pickUpAt: (address: string) => `Pick up at:\n${address}`,
  delivery: "Delivery",
  shipTo: "Ship to",
  yourAddress: "Your address",
  customer: "Customer",
  noAddress: "No address given",
  addressHidden:
    "Confirm your e-mail address to see it here. Account & security sends you the link.",

  deleteOrder: "Delete the order",
  orderOf: (number: string, tools: number) => `order ${number} of ${counted.tools(tools)}`,
  orderDeleted: (number: string) => `order ${number} deleted`,
  deleted: (number: string) => `Order ${number} is deleted`,
  deletedNote: "You were not charged. Its tools are for sale again.",

  placedAsGuest: "This order was placed without a login, with your e-mail address.",
  notMyOrder: "Not my order",
  notMyOrderQuestion: "Is this not your order?",
  notMyOrderText:
    "It leaves your account, and we send you no e-mails about it. The link in the first e-mail still opens it.",
  leftAccount: "The order left your account.",
};

/** How it is paid. */
export const paymentTexts = {
  customerUnpaid: "The customer has not paid yet.",
  placedAndKept: "Thank you! Your order is placed. We keep it ready for you.",
  placedForPickUp: "Thank you! Your order is placed. We get it ready once it is paid.",
  placedToShip: "Thank you! Your order is placed. We ship it once it is paid.",
  payAtPickUp: (number: string) =>
    `Please pay when you pick your order up. Tell us its number: ${number}.`,
  payAtPickUpUntil: (deadline: ReactNode, number: string) => (
    <>
      Please pay when you pick your order up, until {deadline}. Tell us its number: {number}.
    </>
  ),
  reservedUntil: (
    deadline: ReactNode,
    minutesLeft: number,
    strong: (text: string) => ReactNode,
  ) => (
    <>
      Reserved until {deadline}: {strong(counted.minutes(minutesLeft))} left.
    </>
  ),
  timeIsOver: "The time to pay is over. The tools may be sold to others now.",
  holdLonger: (minutes: number) => `Hold it ${counted.minutes(minutes)} more`,
  thankYou: "Thank you!",
  receivedTotal: (total: string) => `We received your payment of ${total}.`,
  packedForPickUp: (goods: string) => `We will pack ${goods} for you.`,
  packed: (goods: string) => `We will pack ${goods} and ship it.`,
  packedFor: (goods: string, address: string) => `We will pack ${goods} and ship it to ${address}.`,
  confirmationForPickUp: (email: string) =>
    `We e-mail your confirmation to ${email}, and write again when it is ready.`,
  confirmation: (email: string) =>
    `We e-mail your confirmation to ${email}, and write again when it ships.`,
  linkTo: (email: string) => `We e-mail a link to this order to ${email}.`,
  linkToYou: "We e-mail a link to this order to you.",
  continueShopping: "Continue shopping",
  paid: "Paid",
  /** The way to pay has its preposition, or is empty. */
  received: (way: string) => `We received your payment${way}.`,
  receivedByCard: "We received your payment by card.",
};

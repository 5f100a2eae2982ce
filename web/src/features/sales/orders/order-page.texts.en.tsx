import type { ReactNode } from "react";

export const texts = {
  order: "Order",
  orderNumbered: (number: string) => `Order ${number}`,
  manageOrders: "Manage Orders",
  notFound: "Order not found",
  notFoundHint: "It has been deleted, or the link is wrong.",
  loading: "Loading the order",
  packingSlip: "Packing slip",
  packingSlipOf: (order: string) => `Packing slip of ${order}`,
  state: "State",
  tool: "Tool",
  priceOfOne: (price: string) => `at ${price}`,
  paidTogether: "Paid together",
  sum: "Sum",
  timeline: "Timeline",
  notes: "Notes",

  // Where the order stands, and what comes next.
  refundCameBack: "A refund came back. Return the money again.",
  refunded: "All of it went back to the customer. There is nothing left to do.",
  refundUnconfirmed:
    "The card provider has not confirmed the refund yet. The shop tries again automatically.",
  waitsForPayment: "Waiting for the customer’s payment.",
  waitsUntil: (deadline: ReactNode) => (
    <>Waiting for the customer’s payment. Reserved until {deadline}.</>
  ),
  disputed: "The customer’s bank disputes this payment.",
  shipped: "Shipped. There is nothing left to do.",
  paid: "Paid. Pack it, and press Ship.",
  paidAndSendsEmail: "Paid. Pack it, and press Ship: the customer then gets an e-mail.",
  paidWithoutAddress: "Paid, but it has no address. Ask the customer before you ship it.",

  facts: "Facts",
  shipTo: "Ship to",
  noAddress: "No address given",
  copy: "Copy",
  copyAddress: "Copy the address",
  addressCopied: "The address is copied",
  tracking: (link: ReactNode) => <>Tracking: {link}</>,
  customer: "Customer",
  aboutCustomer: "About this customer",
  payment: "Payment",
  reference: "Reference",
  paidBy: "Paid by",
  receivedOn: "Received on",
  refundedBy: "Refunded by",
  note: "Note",

  boughtWithIt: "Bought with it",
  loadingSum: "Loading the sum",
  delivery: (method: string, days: string) => `${method}, ${days}`,
  invoice: "Invoice",
  refundMore: "Refund more of it",
};

/** Refunds that the customer's bank sent back. */
export const failedRefunds = {
  label: "Refund that came back",
  cameBack: (amount: string) =>
    `The customer’s bank sent back ${amount}. You owe the customer this money again.`,
  cameBackBecause: (amount: string, error: string) =>
    `The customer’s bank sent back ${amount} (${error}). You owe the customer this money again.`,
  refused: "The card provider refused this refund. Record another way.",
  recorded: (amount: string) => `${amount} is recorded`,
  goesBack: (amount: string) => `${amount} goes back to the card`,
  refundToCard: "Refund to the card again",
  returnedBy: "Or you returned it by",
  recordThat: "Record that",
};

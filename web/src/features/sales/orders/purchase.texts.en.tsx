import type { ReactNode } from "react";

export const texts = {
  allTools: "All Tools",
  title: "Purchase",
  notForSale: "This tool is no longer for sale",
  notForSaleHint: "It is no longer available, or the link is wrong.",
  loading: "Loading the tool …",
  price: "Price",
  availableQuantity: "Available quantity",
  minimumQuantity: "Minimum quantity",
  priceChanged: (from: string, to: string) => `The price changed from ${from} to ${to}.`,

  yourOrder: "Your order",
  justOrdered: (link: (page: string) => ReactNode, page: string) => (
    <>You ordered this a moment ago. Before you order again, see {link(page)}.</>
  ),
  severalTools: "to buy several tools with one payment",
  address: "Address",
  phone: "Phone",
  name: "Name",
  email: "E-mail",
  whereToSend: "Where shall we send it?",
  outOfStock: "Out of stock",
  placing: "Placing order …",
  purchase: "Purchase",
  confirmed: "Purchase confirmed",
};

/** What was ordered, in place of the form. */
export const slipTexts = {
  title: "Your order is placed",
  tool: "Tool",
  totalPrice: "Total price",
  toPay: "To pay",
  shipTo: "Ship to",
  noAddress: "No address given",
  phone: "Phone",
  reserved: "Your tools are reserved. We ship them once they are paid.",
  reservedUntil: (deadline: ReactNode) => (
    <>Your tools are reserved until {deadline}. We ship them once they are paid.</>
  ),
  howToPay: "How to pay",
  howToPayOrder: (order: string) => `How to pay order ${order}`,
  payNow: "Pay now",
  myOrders: "My Orders",
  orderAnother: "Order another",
};

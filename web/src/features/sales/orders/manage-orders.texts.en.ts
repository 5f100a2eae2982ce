import type { OrderState } from "../../../api/order-states.ts";
import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

export const texts = {
  title: "Manage Orders",
  enterOrder: "Enter an order",
  loading: "Loading all orders",
  noneHere: "No orders here",
  /** Why a state has no orders. */
  noneIn: {
    unpaid: "Every order is paid.",
    pending: "Every paid order is shipped.",
    shipped: "The first order that you ship appears here.",
    refunding: "No refund is under way.",
    refunded: "No order has been refunded.",
  } satisfies Record<OrderState, string>,
  noneMatching: "No matching orders",
  noneMatchingHint: "No orders match this search.",
  showAll: "Show all orders",
  noOrders: "No orders yet",
  noOrdersHint: "The first order appears here as soon as a customer places it.",
  caption: "All orders",
  number: "No.",
  buyerName: "Buyer name",
  toolName: "Tool name",
  quantity: "Quantity",
  email: "E-mail",
  totalPrice: "Total price",
  action: "Action",
  select: (order: string, customer: string) => `Select ${order}, for ${customer}`,
  order: "Order",
  noAddress: "No address",
};

/** The line above the table. */
export const barTexts = {
  selectAll: "Select all",
  selected: (orders: number) => `${formatCount(orders)} selected`,
  shipped: (orders: number) => `${formatCount(orders)} shipped`,
  ship: (orders: number) => `Ship ${counted.orders(orders)}`,
  packingSlips: "Packing slips",
  addresses: "Addresses CSV",
  undo: "Undo",
  showNew: (orders: number) => `Show ${plural(orders, "new order", "new orders")}`,
};

export const filterTexts = {
  search: "Search by buyer, phone, e-mail, tool or order number",
  searchExample: "Name, tool, #1042 …",
  more: "More",
  from: "Ordered from",
  until: "Ordered until",
  state: "State",
  all: "All",
};

const FOUND_STATES = {
  unpaid: "unpaid",
  pending: "to ship",
  shipped: "approved and shipped",
  refunding: "refund under way",
  refunded: "refunded",
} satisfies Record<OrderState, string>;

/** `3 orders, to ship, with “fern”`. */
export function foundText(
  total: number,
  search: string,
  state: OrderState | undefined,
  hasDays: boolean,
): string {
  const orders = counted.orders(total);
  const days = hasDays ? "on these days" : "";
  const which = [days, search && `with “${search}”`].filter(Boolean).join(" ");
  return state
    ? [orders, FOUND_STATES[state], which].filter(Boolean).join(", ")
    : [orders, which].filter(Boolean).join(" ");
}

/** The dialog that ships several orders with their tracking numbers. */
export const trackingTexts = {
  add: "Add tracking",
  title: (orders: number) => `Ship ${counted.orders(orders)} with tracking`,
  shipped: (orders: number) => `${counted.orders(orders)} shipped with tracking`,
  withoutNumber: "An order without a number is shipped without one.",
  withoutNumberAndEmails:
    "Each customer gets an e-mail with the link to follow the parcel. An order without a number is shipped without one.",
  carrier: "Carrier",
  noCarrier: "None",
  numberOf: (order: string, customer: string, quantity: number, tool: string) =>
    `${order} for ${customer}: ${quantity} × ${tool}`,
  ship: (orders: number) => `Ship ${counted.orders(orders)}`,
};

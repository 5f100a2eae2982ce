import type { Order } from "./client.ts";

/** The name of each state of an order, the same on every page. docs/screens.md says what each one means. */
export const ORDER_STATES = {
  unpaid: "Unpaid",
  pending: "To ship",
  shipped: "Approved and shipped",
  refunding: "Refund under way",
  refunded: "Refunded",
} as const;

/** The name of a state in the server's filter. */
export type OrderState = keyof typeof ORDER_STATES;

/** `status` as GET /orders/{id} spells it. The specification has two of them. */
const STATES_BY_STATUS: Record<NonNullable<Order["status"]>, OrderState> = {
  pending: "pending",
  "Approved and shipped": "shipped",
  "Refund under way": "refunding",
  Refunded: "refunded",
};

export const orderStateName = ({ status }: Pick<Order, "status">): string =>
  ORDER_STATES[status ? STATES_BY_STATUS[status] : "unpaid"];

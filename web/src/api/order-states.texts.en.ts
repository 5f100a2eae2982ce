import type { OrderState } from "./order-states.ts";

/** The name of each state of an order, the same on every page. docs/screens.md says what each one means. */
export const ORDER_STATES = {
  unpaid: "Unpaid",
  pending: "To ship",
  shipped: "Approved and shipped",
  refunding: "Refund under way",
  refunded: "Refunded",
} satisfies Record<OrderState, string>;

import type { Order } from "./client.ts";
import { ORDER_STATES } from "./order-states.texts.en.ts";

export { ORDER_STATES };

/** The name of a state in the server's filter. */
export type OrderState = "unpaid" | "pending" | "shipped" | "refunding" | "refunded";

/** `status` as GET /orders/{id} spells it. The specification has two of them. */
const STATES_BY_STATUS: Record<NonNullable<Order["status"]>, OrderState> = {
  pending: "pending",
  "Approved and shipped": "shipped",
  "Refund under way": "refunding",
  Refunded: "refunded",
};

export const orderStateName = ({ status }: Pick<Order, "status">): string =>
  ORDER_STATES[status ? STATES_BY_STATUS[status] : "unpaid"];

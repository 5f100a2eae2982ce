import { formatDate } from "../date.ts";
import { pluralize } from "../money.ts";
import type { Order } from "./client.ts";

/**
 * The short number of an order: the end of its id. The beginning is a time stamp, so that all orders of one minute
 * would have the same number.
 */
export const orderNumber = ({ _id }: Pick<Order, "_id">) => _id.slice(-8);

/** `Dibber, 12 pieces, November 20, 2026`. */
export const orderTitle = ({ toolName, orderQuantity, createdAt }: Order) =>
  `${toolName}, ${pluralize(orderQuantity, "piece")}, ${formatDate(createdAt)}`;

/** A name that no other order has: `Dibber, 12 pieces, November 20, 2026, number 9f3a1c2b`. */
export const orderName = (order: Order) => `${orderTitle(order)}, number ${orderNumber(order)}`;

import { formatDate } from "../date.ts";
import { pluralize } from "../money.ts";
import type { Order } from "./client.ts";

/** `#1042` */
export const orderNumber = ({ number }: Pick<Order, "number">) => `#${number}`;

/** `Dibber, 12 pieces, November 20, 2026`. */
export const orderTitle = ({ toolName, orderQuantity, createdAt }: Order) =>
  `${toolName}, ${pluralize(orderQuantity, "piece")}, ${formatDate(createdAt)}`;

/** A name that no other order has: `Dibber, 12 pieces, November 20, 2026, number 1042`. */
export const orderName = (order: Order) => `${orderTitle(order)}, number ${order.number}`;

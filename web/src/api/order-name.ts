import { formatDate } from "../date.ts";
import type { Order } from "./client.ts";
import { texts } from "./order-name.texts.en.ts";

/** `#1042` */
export const orderNumber = ({ number }: Pick<Order, "number">) => `#${number}`;

/** `Dibber, 12 pieces, November 20, 2026`. */
export const orderTitle = ({ toolName, orderQuantity, createdAt }: Order) =>
  texts.title(toolName, orderQuantity, formatDate(createdAt));

/** A name that no other order has: `Dibber, 12 pieces, November 20, 2026, number 1042`. */
export const orderName = (order: Order) => texts.name(orderTitle(order), order.number);

import { counted } from "../words.en.ts";
import type { Order } from "./client.ts";
import { privateQuery } from "./query.ts";

/** What was bought at once. Its lines are orders, so it is read again with them. */
export const purchaseQuery = (id: string) =>
  privateQuery(["orders", "purchase", id], "/purchases/{id}", { path: { id } });

/** Whether an order is more than price × quantity, or is paid with others. */
export const hasPurchase = ({ purchaseId, subtotal }: Order) =>
  purchaseId !== undefined || subtotal !== undefined;

/** Whether it is paid together with others. */
export const isOneOfSeveral = ({ lines = 1 }: Order) => lines > 1;

/** The id of an order’s purchase. A single order has the same. */
export const purchaseIdOf = ({ _id, purchaseId }: Order) => purchaseId ?? _id;

/** `2 tools` */
export const toolsText = counted.tools;

/** Moves the lines of a purchase below each other, in their order. Other rows stay where they are. */
export function linesTogether(orders: Order[]): Order[] {
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    const id = purchaseIdOf(order);
    groups.set(id, [...(groups.get(id) ?? []), order]);
  }
  return [...groups.values()].flatMap((lines) =>
    lines.toSorted((one, other) => (one.line ?? 1) - (other.line ?? 1)),
  );
}

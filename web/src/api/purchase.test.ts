import { expect, test } from "vitest";
import type { Order } from "./client.ts";
import { hasPurchase, linesTogether } from "./purchase.ts";

const order = (_id: string, more: Partial<Order> = {}) => ({ _id, ...more }) as Order;

test("the lines of a purchase stand together in their order, at the place of its first row", () => {
  const of = (purchaseId: string, line: number) => ({ purchaseId, line });
  const rows = [
    order("a"),
    order("p2", of("p", 2)),
    order("b"),
    order("p1", of("p", 1)),
    order("q1", of("q", 1)),
  ];
  expect(linesTogether(rows).map(({ _id }) => _id)).toEqual(["a", "p1", "p2", "b", "q1"]);
});

test("an order without taxes that is paid alone is as before", () => {
  expect(hasPurchase(order("a"))).toBe(false);
  expect(hasPurchase(order("a", { subtotal: 10 }))).toBe(true);
  expect(hasPurchase(order("a", { purchaseId: "p" }))).toBe(true);
});

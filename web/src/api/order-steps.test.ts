import { expect, test } from "vitest";
import { orderSteps } from "./order-steps.ts";

const PLACED = { paid: false, createdAt: "2026-11-01T08:00:00Z" };
const PAID = { ...PLACED, paid: true, status: "pending", paidAt: "2026-11-02T08:00:00Z" };
const SHIPPED = { ...PAID, status: "Approved and shipped", shippedAt: "2026-11-03T08:00:00Z" };

const done = (order: Parameters<typeof orderSteps>[0]) =>
  orderSteps(order)
    .filter((step) => step.done)
    .map((step) => step.title);

const detail = (order: Parameters<typeof orderSteps>[0], title: string) =>
  orderSteps(order).find((step) => step.title === title)?.detail;

test("an order is placed, then paid, then shipped", () => {
  expect(done(PLACED)).toEqual(["Placed"]);
  expect(done(PAID)).toEqual(["Placed", "Paid"]);
  expect(done(SHIPPED)).toEqual(["Placed", "Paid", "Approved and shipped"]);
});

test("each step says when, or what it waits for", () => {
  expect(detail(SHIPPED, "Placed")).toEqual([{ at: PLACED.createdAt }]);
  expect(detail(SHIPPED, "Paid")).toEqual([{ at: PAID.paidAt }]);
  expect(detail(SHIPPED, "Approved and shipped")).toEqual([{ at: SHIPPED.shippedAt }]);
  expect(detail(PAID, "Approved and shipped")).toEqual(["Being packed"]);
  expect(detail(PLACED, "Approved and shipped")).toEqual(["After payment"]);
  expect(detail(PLACED, "Paid")).toEqual(["Waiting for payment"]);
});

test("an order that will not wait for ever says until when", () => {
  const expiresAt = "2026-11-08T08:00:00Z";
  expect(detail({ ...PLACED, expiresAt }, "Paid")).toEqual([
    "Pay by ",
    { at: expiresAt },
    "; after that the order is deleted",
  ]);
  expect(detail({ ...PAID, expiresAt }, "Paid")).toEqual([{ at: PAID.paidAt }]);
});

import { expect, test } from "vitest";
import { orderSteps } from "./order-steps.ts";

const PLACED = { paid: false, createdAt: "2026-11-01T08:00:00Z" };
const PAID = { ...PLACED, paid: true, status: "pending", paidAt: "2026-11-02T08:00:00Z" };
const SHIPPED = { ...PAID, status: "Approved and shipped", shippedAt: "2026-11-03T08:00:00Z" };

type Travelling = Parameters<typeof orderSteps>[0];

const done = (order: Travelling) =>
  orderSteps(order, "customer")
    .filter((step) => step.done)
    .map((step) => step.title);

const detail = (order: Travelling, title: string) =>
  orderSteps(order, "customer").find((step) => step.title === title)?.detail;

test("an order is placed, then paid, then shipped", () => {
  expect(done(PLACED)).toEqual(["Placed"]);
  expect(done(PAID)).toEqual(["Placed", "Paid"]);
  expect(done(SHIPPED)).toEqual(["Placed", "Paid", "Approved and shipped"]);
});

test("each step says when, or what it waits for", () => {
  expect(detail(SHIPPED, "Placed")).toEqual([{ at: PLACED.createdAt }]);
  expect(detail(SHIPPED, "Paid")).toEqual([{ at: PAID.paidAt }]);
  expect(detail(SHIPPED, "Approved and shipped")).toEqual([{ at: SHIPPED.shippedAt }]);
  expect(detail(PAID, "Approved and shipped")).toEqual(["To ship"]);
  expect(detail(PLACED, "Approved and shipped")).toEqual(["After payment"]);
  expect(detail(PLACED, "Paid")).toEqual(["Waiting for payment"]);
});

test("an order that will not wait for ever says until when", () => {
  const expiresAt = "2026-11-08T08:00:00Z";
  expect(detail({ ...PLACED, expiresAt }, "Paid")).toEqual([
    "Reserved until ",
    { until: expiresAt },
  ]);
  expect(detail({ ...PAID, expiresAt }, "Paid")).toEqual([{ at: PAID.paidAt }]);
});

const GOING_BACK = { ...PAID, status: "Refund under way", refundBegunAt: "2026-11-04T08:00:00Z" };
const BACK = { ...GOING_BACK, status: "Refunded", refundedAt: "2026-11-05T08:00:00Z" };

const steps = (order: Travelling, reader: "customer" | "admin") =>
  orderSteps(order, reader).map(({ title, done }) => `${title}${done ? "" : " …"}`);

test("what is refunded before it was sent will not be sent", () => {
  expect(steps(GOING_BACK, "customer")).toEqual([
    "Placed",
    "Paid",
    "Refund under way",
    "Refunded …",
  ]);
  expect(steps({ ...GOING_BACK, shippedAt: SHIPPED.shippedAt }, "customer")).toContain(
    "Approved and shipped",
  );
});

test("a customer whose money goes back is told how long a bank takes", () => {
  const bank = "ank may take 5 to 10 days to show it";
  expect(detail(GOING_BACK, "Refunded")?.join()).toContain(bank);
  expect(detail(BACK, "Refunded")?.[0]).toEqual({ at: BACK.refundedAt });
  expect(detail(BACK, "Refunded")?.[1]).toContain(bank);
});

test("the owner reads what was decided, and whether the pieces are back on sale", () => {
  const restockedAt = GOING_BACK.refundBegunAt;
  expect(steps({ ...BACK, restockedAt }, "admin").slice(2)).toEqual([
    "Refund under way",
    "Pieces back on sale",
    "Refunded",
  ]);
  expect(steps(GOING_BACK, "admin").slice(2)).toEqual(["Refund under way", "Refunded …"]);
});

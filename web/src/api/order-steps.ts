import type { Order } from "./client.ts";

/** Words with moments between them: `["Pay by ", { at: "2026-11-28T…" }]`. */
type Words = (string | { at: string })[];

export interface Step {
  title: string;
  done: boolean;
  detail: Words;
}

type Travelling = Pick<
  Order,
  "paid" | "status" | "createdAt" | "paidAt" | "shippedAt" | "expiresAt"
>;

/** The way of an order: placed, paid, shipped; what has happened when, and what is to come. */
export function orderSteps(order: Travelling): Step[] {
  const { paid, status, createdAt, paidAt, shippedAt } = order;
  return [
    { title: "Placed", done: true, detail: [{ at: createdAt }] },
    { title: "Paid", done: paid, detail: paid ? moment(paidAt) : untilPaid(order) },
    {
      title: "Approved and shipped",
      done: paid && status !== "pending",
      detail: shippedAt ? moment(shippedAt) : [paid ? "Being packed" : "After payment"],
    },
  ];
}

const moment = (at: string | null | undefined): Words => (at ? [{ at }] : []);

const untilPaid = ({ expiresAt }: Travelling): Words =>
  expiresAt
    ? ["Pay by ", { at: expiresAt }, "; after that the order is deleted"]
    : ["Waiting for payment"];

import type { Order } from "./client.ts";
import type { Role } from "./session/use-role.ts";

/** Words with moments between them: `["Pay by ", { at: "2026-11-28T…" }]`. */
type Words = (string | { at: string })[];

export interface Step {
  title: string;
  done: boolean;
  detail: Words;
}

type Travelling = Pick<
  Order,
  | "paid"
  | "createdAt"
  | "paidAt"
  | "shippedAt"
  | "expiresAt"
  | "refundBegunAt"
  | "refundedAt"
  | "restockedAt"
>;

/** The way of an order: placed, paid, shipped or given back; what has happened when, and what is to come. */
export function orderSteps(order: Travelling, reader: Role): Step[] {
  const { paid, createdAt, paidAt, shippedAt, refundBegunAt } = order;
  const sent = {
    title: "Approved and shipped",
    done: Boolean(shippedAt),
    detail: shippedAt ? moment(shippedAt) : [paid ? "Being packed" : "After payment"],
  };
  return [
    { title: "Placed", done: true, detail: [{ at: createdAt }] },
    { title: "Paid", done: paid, detail: paid ? moment(paidAt) : untilPaid(order) },
    // What is refunded before it was sent will not be sent.
    ...(refundBegunAt && !shippedAt ? [] : [sent]),
    ...(reader === "admin" ? refundAsDecided(order) : refundAsAwaited(order)),
  ];
}

/** For who decided it. */
function refundAsDecided({ refundBegunAt, refundedAt, restockedAt }: Travelling): Step[] {
  if (!refundBegunAt) return [];
  const asking = "The card provider has not confirmed it yet; the shop asks again by itself";
  return [
    { title: "Refund decided", done: true, detail: moment(refundBegunAt) },
    ...(restockedAt
      ? [{ title: "Pieces back on sale", done: true, detail: moment(restockedAt) }]
      : []),
    {
      title: "Money given back",
      done: Boolean(refundedAt),
      detail: refundedAt ? moment(refundedAt) : [asking],
    },
  ];
}

/** For who waits for it. */
function refundAsAwaited({ refundBegunAt, refundedAt }: Travelling): Step[] {
  if (!refundBegunAt) return [];
  return [
    { title: "Refund begun", done: true, detail: moment(refundBegunAt) },
    {
      title: "Money given back",
      done: Boolean(refundedAt),
      detail: refundedAt
        ? [{ at: refundedAt }, "; your bank may take 5 to 10 days to show it"]
        : ["Your bank may take 5 to 10 days to show it"],
    },
  ];
}

const moment = (at: string | null | undefined): Words => (at ? [{ at }] : []);

const untilPaid = ({ expiresAt }: Travelling): Words =>
  expiresAt
    ? ["Pay by ", { at: expiresAt }, "; after that the order is deleted"]
    : ["Waiting for payment"];

import type { Order } from "./client.ts";
import type { Role } from "./session/use-role.ts";

/** Words with moments between them: `["Pay by ", { at: "2026-11-28T…" }]`. */
type StepText = (string | { at: string })[];

export interface Step {
  title: string;
  done: boolean;
  detail: StepText;
}

type OrderProgress = Pick<
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
export function orderSteps(order: OrderProgress, reader: Role): Step[] {
  const { paid, createdAt, paidAt, shippedAt, refundBegunAt } = order;
  const shipped = {
    title: "Approved and shipped",
    done: Boolean(shippedAt),
    detail: shippedAt ? dateText(shippedAt) : [paid ? "Being packed" : "After payment"],
  };
  return [
    { title: "Placed", done: true, detail: [{ at: createdAt }] },
    { title: "Paid", done: paid, detail: paid ? dateText(paidAt) : paymentDeadline(order) },
    // What is refunded before it was sent will not be sent.
    ...(refundBegunAt && !shippedAt ? [] : [shipped]),
    ...(reader === "admin" ? refundStepsForAdmin(order) : refundStepsForCustomer(order)),
  ];
}

/** For who decided it. */
function refundStepsForAdmin({ refundBegunAt, refundedAt, restockedAt }: OrderProgress): Step[] {
  if (!refundBegunAt) return [];
  const waiting = "The card provider has not confirmed it yet; the shop asks again by itself";
  return [
    { title: "Refund decided", done: true, detail: dateText(refundBegunAt) },
    ...(restockedAt
      ? [{ title: "Pieces back on sale", done: true, detail: dateText(restockedAt) }]
      : []),
    {
      title: "Money given back",
      done: Boolean(refundedAt),
      detail: refundedAt ? dateText(refundedAt) : [waiting],
    },
  ];
}

/** For who waits for it. */
function refundStepsForCustomer({ refundBegunAt, refundedAt }: OrderProgress): Step[] {
  if (!refundBegunAt) return [];
  return [
    { title: "Refund begun", done: true, detail: dateText(refundBegunAt) },
    {
      title: "Money given back",
      done: Boolean(refundedAt),
      detail: refundedAt
        ? [{ at: refundedAt }, "; your bank may take 5 to 10 days to show it"]
        : ["Your bank may take 5 to 10 days to show it"],
    },
  ];
}

const dateText = (at: string | null | undefined): StepText => (at ? [{ at }] : []);

const paymentDeadline = ({ expiresAt }: OrderProgress): StepText =>
  expiresAt
    ? ["Pay by ", { at: expiresAt }, "; after that the order is deleted"]
    : ["Waiting for payment"];

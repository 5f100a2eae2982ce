import type { Order } from "./client.ts";
import { ORDER_STATES } from "./order-states.ts";
import type { Role } from "./session/use-role.ts";

/** Text with dates in it: `["Reserved until ", { until: "2026-11-28T…" }]`. */
type StepText = (string | { at: string } | { until: string })[];

export interface Step {
  title: string;
  done: boolean;
  detail: StepText;
}

type OrderProgress = Pick<
  Order,
  | "paid"
  | "paymentMethod"
  | "createdAt"
  | "paidAt"
  | "shippedAt"
  | "expiresAt"
  | "refundBegunAt"
  | "refundedAt"
  | "restockedAt"
>;

/** The steps of an order: placed, paid, shipped or refunded, each with its date or with what it waits for. */
export function orderSteps(order: OrderProgress, reader: Role): Step[] {
  const { paid, createdAt, paidAt, shippedAt, refundBegunAt } = order;
  const shipped = {
    title: ORDER_STATES.shipped,
    done: Boolean(shippedAt),
    detail: shippedAt ? dateText(shippedAt) : [paid ? ORDER_STATES.pending : "After payment"],
  };
  return [
    { title: "Placed", done: true, detail: [{ at: createdAt }] },
    { title: "Paid", done: paid, detail: paid ? dateText(paidAt) : paymentDeadline(order) },
    // An order that was refunded before shipping is not shipped.
    ...(refundBegunAt && !shippedAt ? [] : [shipped]),
    ...(reader === "admin" ? refundStepsForAdmin(order) : refundStepsForCustomer(order)),
  ];
}

function refundStepsForAdmin({ refundBegunAt, refundedAt, restockedAt }: OrderProgress): Step[] {
  if (!refundBegunAt) return [];
  const waiting =
    "The card provider has not confirmed the refund yet. The shop tries again automatically";
  return [
    { title: ORDER_STATES.refunding, done: true, detail: dateText(refundBegunAt) },
    ...(restockedAt
      ? [{ title: "Pieces back on sale", done: true, detail: dateText(restockedAt) }]
      : []),
    {
      title: ORDER_STATES.refunded,
      done: Boolean(refundedAt),
      detail: refundedAt ? dateText(refundedAt) : [waiting],
    },
  ];
}

function refundStepsForCustomer({
  refundBegunAt,
  refundedAt,
  paymentMethod,
}: OrderProgress): Step[] {
  if (!refundBegunAt) return [];
  // What the shop returned itself is there at once.
  if (paymentMethod)
    return [{ title: ORDER_STATES.refunded, done: true, detail: dateText(refundedAt) }];
  return [
    { title: ORDER_STATES.refunding, done: true, detail: dateText(refundBegunAt) },
    {
      title: ORDER_STATES.refunded,
      done: Boolean(refundedAt),
      detail: refundedAt
        ? [{ at: refundedAt }, "; your bank may take 5 to 10 days to show it"]
        : ["Your bank may take 5 to 10 days to show it"],
    },
  ];
}

const dateText = (at: string | null | undefined): StepText => (at ? [{ at }] : []);

const paymentDeadline = ({ expiresAt }: OrderProgress): StepText =>
  expiresAt ? ["Reserved until ", { until: expiresAt }] : ["Waiting for payment"];

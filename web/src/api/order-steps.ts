import type { Order } from "./client.ts";
import { ORDER_STATES } from "./order-states.ts";
import { texts } from "./order-steps.texts.en.ts";
import type { Role } from "./session/use-role.ts";

/** Text with dates in it: `["Reserved until ", { until: "2026-11-28T…" }]`. */
export type StepText = (string | StepDate)[];

export type StepDate = { at: string } | { until: string };

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
    detail: shippedAt ? dateText(shippedAt) : [paid ? ORDER_STATES.pending : texts.afterPayment],
  };
  return [
    { title: texts.placed, done: true, detail: [{ at: createdAt }] },
    { title: texts.paid, done: paid, detail: paid ? dateText(paidAt) : paymentDeadline(order) },
    // An order that was refunded before shipping is not shipped.
    ...(refundBegunAt && !shippedAt ? [] : [shipped]),
    ...(reader === "admin" ? refundStepsForAdmin(order) : refundStepsForCustomer(order)),
  ];
}

function refundStepsForAdmin({ refundBegunAt, refundedAt, restockedAt }: OrderProgress): Step[] {
  if (!refundBegunAt) return [];
  return [
    { title: ORDER_STATES.refunding, done: true, detail: dateText(refundBegunAt) },
    ...(restockedAt
      ? [{ title: texts.piecesBackOnSale, done: true, detail: dateText(restockedAt) }]
      : []),
    {
      title: ORDER_STATES.refunded,
      done: Boolean(refundedAt),
      detail: refundedAt ? dateText(refundedAt) : [texts.refundNotConfirmed],
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
      detail: refundedAt ? texts.refundedToCustomer({ at: refundedAt }) : [texts.bankTakesDays],
    },
  ];
}

const dateText = (at: string | null | undefined): StepText => (at ? [{ at }] : []);

const paymentDeadline = ({ expiresAt }: OrderProgress): StepText =>
  expiresAt ? texts.reservedUntil({ until: expiresAt }) : [texts.waitingForPayment];

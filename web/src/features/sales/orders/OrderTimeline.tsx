import type { Order, OrderForOwner } from "../../../api/client.ts";
import { ORDER_STATES } from "../../../api/order-states.ts";
import { formatTime } from "../../../date.ts";
import { formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";

interface Event {
  title: string;
  detail?: string | undefined;
  at: string;
}

const REFUND_STATES: Record<string, string> = {
  due: "is on its way to the card provider",
  done: "refunded",
  refused: "refused by the card provider",
  failed: "refunded, and sent back by the customer’s bank",
  waits: "is owed to the customer again",
};

const EMAIL_STATES: Record<string, string> = {
  queued: "Waiting to be sent",
  sent: "Sent",
  failed: "Could not be delivered",
};

/** Changes by people. One that is also a step of the order has the step's name. */
const ACTIONS: Record<string, string> = {
  record_payment: "Payment recorded",
  ship_order: ORDER_STATES.shipped,
  refund_order: ORDER_STATES.refunding,
  refund_part: "Refunded in part",
  correct_contact: "Address changed",
  change_tracking: "Tracking changed",
  edit_order_notes: "Notes changed",
};

const steps = (order: Order) =>
  [
    ["Placed", order.createdAt],
    ["Paid", order.paidAt],
    ["Disputed", order.disputedAt],
    [ORDER_STATES.shipped, order.shippedAt],
    [ORDER_STATES.refunding, order.refundBegunAt],
    ["Pieces back on sale", order.restockedAt],
    [ORDER_STATES.refunded, order.refundedAt],
  ] as const;

/** Everything that happened to an order, newest first. */
export function orderEvents({ order, audit, refunds, emails }: OrderForOwner): Event[] {
  const changes = audit.map(({ action, by, at }) =>
    action === "enter_order"
      ? { title: `Entered by ${by ?? "a deleted account"} for the customer`, at }
      : {
          title: ACTIONS[action] ?? action,
          detail: by ? `by ${by}` : "by the shop’s server or a deleted account",
          at,
        },
  );
  const known = new Set(changes.map(({ title }) => title));
  return [
    ...emails.map(({ subject, recipient, state, createdAt }) => ({
      title: `E-mail: ${subject}`,
      detail: `${EMAIL_STATES[state] ?? state}, to ${recipient}`,
      at: createdAt,
    })),
    ...refunds.map(({ amount, reason, state, error, creditNote, debitNote, sent, at }) => ({
      title: `${formatPrice(amount)} ${REFUND_STATES[state] ?? state}`,
      detail: [
        creditNote && `Credit note C-${creditNote}`,
        debitNote && `cancelled by debit note D-${debitNote}`,
        sent !== undefined &&
          `The card provider sent ${formatPrice(sent)}; the rest had gone back before`,
        reason,
        error,
      ]
        .filter(Boolean)
        .join(" · "),
      at,
    })),
    ...changes,
    ...steps(order).flatMap(([title, at]) => (at && !known.has(title) ? { title, at } : [])),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

export const OrderTimeline = ({ data }: { data: OrderForOwner }) => (
  <>
    <ol className="timeline order-timeline">
      {orderEvents(data).map(({ title, detail, at }) => (
        <li key={`${at} ${title}`} data-done>
          <div className="wrap-anywhere">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-quiet">
              <DateText at={at} />, {formatTime(Date.parse(at))}
              {detail && ` · ${detail}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
    <p className="mt-3 text-sm text-quiet">E-mails are listed for a week.</p>
  </>
);

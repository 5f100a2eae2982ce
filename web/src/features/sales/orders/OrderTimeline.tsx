import type { Order, OrderForOwner } from "../../../api/client.ts";
import { ORDER_STATES } from "../../../api/order-states.ts";
import { formatTime } from "../../../date.ts";
import { formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { texts } from "./order-timeline.texts.en.ts";

interface Event {
  title: string;
  detail?: string | undefined;
  at: string;
}

const REFUND_STATES: Record<string, (amount: string) => string> = texts.refunds;

const EMAIL_STATES: Record<string, (recipient: string) => string> = texts.emails;

/** Changes by people. One that is also a step of the order has the step's name. */
const ACTIONS: Record<string, string> = {
  record_payment: texts.paymentRecorded,
  ship_order: ORDER_STATES.shipped,
  refund_order: ORDER_STATES.refunding,
  refund_part: texts.refundedInPart,
  correct_contact: texts.addressChanged,
  change_tracking: texts.trackingChanged,
  edit_order_notes: texts.notesChanged,
};

const steps = (order: Order) =>
  [
    [texts.placed, order.createdAt],
    [texts.paid, order.paidAt],
    [texts.disputed, order.disputedAt],
    [ORDER_STATES.shipped, order.shippedAt],
    [ORDER_STATES.refunding, order.refundBegunAt],
    [texts.restocked, order.restockedAt],
    [ORDER_STATES.refunded, order.refundedAt],
  ] as const;

/** Everything that happened to an order, newest first. */
export function orderEvents({ order, audit, refunds, emails }: OrderForOwner): Event[] {
  const changes = audit.map(({ action, by, at }) =>
    action === "enter_order"
      ? { title: by ? texts.enteredBy(by) : texts.enteredByDeleted, at }
      : {
          title: ACTIONS[action] ?? action,
          detail: by ? texts.by(by) : texts.byOther,
          at,
        },
  );
  const known = new Set(changes.map(({ title }) => title));
  return [
    ...emails.map(({ subject, recipient, state, createdAt }) => ({
      title: texts.email(subject),
      detail: EMAIL_STATES[state]?.(recipient) ?? texts.otherEmail(state, recipient),
      at: createdAt,
    })),
    ...refunds.map(({ amount, reason, state, error, creditNote, debitNote, sent, at }) => ({
      title:
        REFUND_STATES[state]?.(formatPrice(amount)) ??
        texts.otherRefund(formatPrice(amount), state),
      detail: [
        creditNote && texts.creditNote(creditNote),
        debitNote && texts.debitNote(debitNote),
        sent !== undefined && texts.sentLess(formatPrice(sent)),
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
    <p className="mt-3 text-sm text-quiet">{texts.emailsForWeek}</p>
  </>
);

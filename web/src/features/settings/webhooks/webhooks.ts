import type { Webhook, WebhookDelivery, WebhookEvent } from "../../../api/client.ts";
import { formatDate } from "../../../date.ts";

/** What each event means, in the order of the form. */
export const EVENTS: Record<WebhookEvent, string> = {
  "order.placed": "An order was placed",
  "order.cancelled": "An unpaid order was cancelled",
  "order.expired": "An order was not paid in time",
  "order.paid": "An order was paid",
  "purchase.paid": "A purchase was paid, with its taxes for your books",
  "order.shipped": "An order was shipped",
  "order.refunded": "An order was refunded, also in part",
  "order.refund_failed": "A refund came back from the customer’s bank",
  "credit_note.issued": "A credit note was issued",
  "debit_note.issued": "A credit note was cancelled",
  "payment.returned": "A payment without an order went back",
  "stock.changed": "The stock of a tool changed",
  "tool.changed": "A tool was added, edited or deleted",
};

interface WebhookState {
  color: string;
  title: string;
  /** What to do, if something is wrong. */
  advice?: string;
}

export function describeState({ pausedAt, failingSince }: Webhook): WebhookState {
  if (pausedAt && failingSince)
    return {
      color: "text-error",
      title: `Paused since ${formatDate(pausedAt)}, because it failed for three days`,
      advice: "Nothing is sent. Fix the receiver, then resume.",
    };
  if (pausedAt)
    return {
      color: "text-warning",
      title: `Paused since ${formatDate(pausedAt)}`,
      advice: "Nothing is sent, and events that happen meanwhile are not sent later.",
    };
  if (failingSince)
    return {
      color: "text-error",
      title: `Failing since ${formatDate(failingSince)}`,
      advice:
        "The shop tries again for three days. Then this webhook is paused. The log below shows how the receiver responds.",
    };
  return { color: "text-success", title: "Active" };
}

export const DELIVERY_STATES: Record<WebhookDelivery["state"], { text: string; color: string }> = {
  queued: { text: "Waiting", color: "text-warning" },
  sent: { text: "Delivered", color: "text-success" },
  failed: { text: "Failed", color: "text-error" },
};

/** `Status 503`, or why there was no response. */
export const describeAttempt = ({ status, error }: WebhookDelivery["attempts"][number]) =>
  error ?? `Status ${status}`;

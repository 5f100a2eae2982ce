import type { WebhookDelivery, WebhookEvent } from "../../../api/client.ts";

/** What the list and the page of one webhook both say. */
export const texts = {
  address: "Address",
  events: "Events",
  /** What each event means, in the order of the form. */
  eventNames: {
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
  } satisfies Record<WebhookEvent, string>,
  chooseEvent: "Choose at least one event.",
  save: "Save",

  secretTitle: "Copy the secret now",
  secretHint:
    "Your receiver uses it to check that a message comes from this shop. It is not shown again.",
  oldSecretWorks: "The old secret goes on working for a day.",
  secretCopied: "Secret copied",
  close: "Close",
  copy: "Copy",

  active: "Active",
  pausedSince: (date: string) => `Paused since ${date}`,
  pausedHint: "Nothing is sent, and events that happen meanwhile are not sent later.",
  pausedByFailure: (date: string) => `Paused since ${date}, because it failed for three days`,
  pausedByFailureHint: "Nothing is sent. Fix the receiver, then resume.",
  failingSince: (date: string) => `Failing since ${date}`,
  failingHint:
    "The shop tries again for three days. Then this webhook is paused. The log below shows how the receiver responds.",

  deliveryStates: {
    queued: "Waiting",
    sent: "Delivered",
    failed: "Failed",
  } satisfies Record<WebhookDelivery["state"], string>,
  status: (status: number | null) => `Status ${status}`,
};

import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { PaymentTest } from "./today.ts";

const differences = (count: number) => plural(count, "difference", "differences");

export const texts = {
  testPayments: "Test payments: cards are not charged.",
  stillToDo: "Still to do",
  toShip: "To ship",
  /** The number stands above these words. */
  paidOrders: (count: number): string => (count === 1 ? "paid order" : "paid orders"),
  unpaidOrders: (count: number): string => (count === 1 ? "unpaid order" : "unpaid orders"),
  ship: (count: number) => `Ship ${counted.orders(count)}`,
  allOrders: "See all orders",
  connections: "Connections",
  newOrdersOnPhone: "New orders on your phone",
  atAGlance: "At a glance",
  waiting: "Waiting",
  unpaid: "Unpaid orders",
  refunds: "Refunds",
  failedRefunds: (count: number) => `${formatCount(count)} failed`,
  refundsUnderWay: (count: number) => `${formatCount(count)} under way`,
  disputes: "Disputes",
  reviewsToRead: "Reviews to read",
  books: "Books",
  booksAgree: (checked: string) => `Agree, checked ${checked}`,
  booksDiffer: (count: number, checked: string) => `${differences(count)}, checked ${checked}`,
  booksNotChecked: "Not checked yet",
  lastBackup: "Last backup",
  noBackup: "None yet",
  backupFollows: "The first one follows soon",
  backupElsewhere: "Not made by the shop",
  lowStock: "Low stock",
  noLowStock: "No tool is low. You choose what low means in each tool’s “Low stock” field.",
  left: (count: number) => `${formatCount(count)} left`,
  more: (count: number) => `${formatCount(count)} more`,
  missingPaths: "Addresses not found",
  justNow: "just now",
};

export const revenue = {
  title: "Revenue",
  today: "Today",
  days: "7 days",
  ofDay: (weekday: string, amount: string) => `${weekday}: ${amount}`,
  /** The days in words, for readers who do not see the bars. */
  byDay: (days: { weekday: string; amount: string }[]) =>
    `Revenue by day. ${days.map(({ weekday, amount }) => `${weekday} ${amount}`).join(", ")}.`,
};

/** The tests of the services outside of the shop. */
export const tests = {
  sendEmail: "Send a test message",
  emailSent: (to: string, answer: string) => `Sent to ${to}. The mail server answered: ${answer}`,
  emailNotSent: (to: string, answer: string) =>
    `Not sent to ${to}. The mail server answered: ${answer}`,
  testPayments: "Test the card payments",
  testKeys:
    "Test keys are set, so cards are not charged. Set live keys in TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY and TROWEL_STRIPE_WEBHOOK_SECRET on the shop’s server.",
  keyFails: (error: string) =>
    `The secret key does not work: ${error}. Check TROWEL_STRIPE_SECRET_KEY.`,
  liveKeysWork: "The live keys are accepted.",
  testKeysWork: "The test keys are accepted. Cards are not charged.",
};

export const webhookStates: Record<PaymentTest["webhook"], (test: PaymentTest) => string> = {
  registered: ({ webhookUrl }) => `Events go to ${webhookUrl}.`,
  missing: () =>
    "No webhook is registered for this shop. In Stripe’s dashboard, open Webhooks and add an endpoint for your address, /api/webhooks/stripe.",
  disabled: ({ webhookUrl }) =>
    `The webhook ${webhookUrl} is disabled. Enable it in Stripe’s dashboard.`,
  incomplete: ({ webhookUrl, missingEvents }) =>
    `The webhook ${webhookUrl} does not send ${missingEvents.join(", ")}. Add these events in Stripe’s dashboard.`,
  unknown: () => "We could not check the webhook. A restricted key may not read webhooks.",
};

/** When the event was made is said as `5 hours ago`. */
export const lastEvents: Record<PaymentTest["lastEvent"], (ago: string) => string> = {
  arrived: (ago) => `The last event arrived, ${ago}.`,
  missing: (ago) =>
    `The last event (${ago}) did not arrive. Check the webhook’s address and TROWEL_STRIPE_WEBHOOK_SECRET.`,
  none: () => "There was no payment in the last 30 days, so no event had to arrive.",
  unknown: () => "We could not check the last event. A restricted key may not read events.",
};

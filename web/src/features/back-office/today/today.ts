import type { components } from "../../../api/schema.gen.ts";
import { formatPrice } from "../../../money.ts";

export type Today = components["schemas"]["Today"];
export type OwnerToday = components["schemas"]["OwnerToday"];
export type PaymentTest = components["schemas"]["PaymentTest"];
type DayRevenue = components["schemas"]["DayRevenue"];

const HOUR = 3_600_000;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `5 hours ago`, `yesterday`, `3 days ago`. */
export function ago(at: string, now = Date.now()): string {
  const hours = Math.floor((now - new Date(at).getTime()) / HOUR);
  if (hours < 1) return "just now";
  return hours < 24
    ? relative.format(-hours, "hour")
    : relative.format(-Math.floor(hours / 24), "day");
}

/** A day has no time of day, so that it is the same in every zone. */
const weekday = new Intl.DateTimeFormat("en-CA", { weekday: "long", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat("en-CA", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

export const dayText = (day: string) => longDay.format(dateOf(day));

export const weekdayText = (day: string) => weekday.format(dateOf(day));

/** The days in words, for readers who do not see the bars. */
export const describeDays = (days: DayRevenue[]) =>
  `Revenue by day. ${days.map(({ day, revenue }) => `${weekdayText(day)} ${formatPrice(revenue)}`).join(", ")}.`;

/** The warning while card payments are on, but not for real money. */
export const TEST_KEYS_TEXT =
  "Test keys are set, so cards are not charged. Set live keys in TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY and TROWEL_STRIPE_WEBHOOK_SECRET on the shop’s server.";

/** What a test found. */
export interface Finding {
  isFine: boolean;
  text: string;
}

const REGISTER =
  "In Stripe’s dashboard, open Webhooks and add an endpoint for your address, /api/webhooks/stripe.";

const WEBHOOK: Record<PaymentTest["webhook"], (test: PaymentTest) => string> = {
  registered: ({ webhookUrl }) => `Events go to ${webhookUrl}.`,
  missing: () => `No webhook is registered for this shop. ${REGISTER}`,
  disabled: ({ webhookUrl }) =>
    `The webhook ${webhookUrl} is disabled. Enable it in Stripe’s dashboard.`,
  incomplete: ({ webhookUrl, missingEvents }) =>
    `The webhook ${webhookUrl} does not send ${missingEvents.join(", ")}. Add these events in Stripe’s dashboard.`,
  unknown: () => "We could not check the webhook. A restricted key may not read webhooks.",
};

const LAST_EVENT: Record<PaymentTest["lastEvent"], (test: PaymentTest) => string> = {
  arrived: ({ lastEventAt = "" }) => `The last event arrived, ${ago(lastEventAt)}.`,
  missing: ({ lastEventAt = "" }) =>
    `The last event (${ago(lastEventAt)}) did not arrive. Check the webhook’s address and TROWEL_STRIPE_WEBHOOK_SECRET.`,
  none: () => "There was no payment in the last 30 days, so no event had to arrive.",
  unknown: () => "We could not check the last event. A restricted key may not read events.",
};

export function describePaymentTest(test: PaymentTest): Finding[] {
  if (test.keyError !== undefined) {
    const text = `The secret key does not work: ${test.keyError}. Check TROWEL_STRIPE_SECRET_KEY.`;
    return [{ isFine: false, text }];
  }
  const keys = test.isLive
    ? "The live keys are accepted."
    : "The test keys are accepted. Cards are not charged.";
  return [
    { isFine: true, text: keys },
    { isFine: test.webhook === "registered", text: WEBHOOK[test.webhook](test) },
    {
      isFine: test.lastEvent === "arrived" || test.lastEvent === "none",
      text: LAST_EVENT[test.lastEvent](test),
    },
  ];
}

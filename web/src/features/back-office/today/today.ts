import type { components } from "../../../api/schema.gen.ts";
import { formatPrice } from "../../../money.ts";
import { paths } from "../../../pages.ts";

export type Today = components["schemas"]["Today"];
export type OwnerToday = components["schemas"]["OwnerToday"];
export type PaymentTest = components["schemas"]["PaymentTest"];
export type OpeningTask = components["schemas"]["OpeningTask"];
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

interface StepTexts {
  title: string;
  /** What to do, while it is to do. */
  text: string;
  /** Where it is done, if not on the shop's server. */
  link?: { to: string; text: string };
}

const SETTINGS = { to: paths.shopSettings, text: "Shop settings" };

export const OPENING_STEPS: Record<OpeningTask["step"], StepTexts> = {
  name: { title: "Name", text: "Customers see a sample name and sample texts.", link: SETTINGS },
  phone: { title: "Phone", text: "Customers see a sample phone number.", link: SETTINGS },
  firstTool: {
    title: "First tool",
    text: "Nothing is for sale yet.",
    link: { to: paths.addTool, text: "Add Tool" },
  },
  payment: {
    title: "Payment",
    text: "Say in Shop settings how customers pay. For cards, set TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY and TROWEL_STRIPE_WEBHOOK_SECRET on the shop’s server.",
    link: { to: paths.shopSettings, text: "How to pay" },
  },
  email: {
    title: "E-mail",
    text: "Customers get no confirmations and cannot reset a password. Set TROWEL_SMTP_URL and TROWEL_MAIL_FROM on the shop’s server.",
  },
  backup: {
    title: "Backup",
    text: "There is no recent backup. Set TROWEL_BACKUP_DIR on the shop’s server for one each night, or run “trowel backup” there.",
  },
  legalTexts: {
    title: "Privacy, terms and returns",
    text: "These texts are drafts. Read them, make them yours, and save them.",
    link: { to: `${paths.shopSettings}?section=legal`, text: "Legal pages" },
  },
  delivery: {
    title: "Delivery",
    text: "The shop charges no delivery. Say how goods reach your customers, and what it costs.",
    link: { to: `${paths.shopSettings}?section=delivery`, text: "Delivery" },
  },
  taxes: {
    title: "Taxes",
    text: "Not registered? Then nothing to do: no tax is charged. Otherwise enter your registrations.",
    link: { to: `${paths.shopSettings}?section=taxes`, text: "Taxes" },
  },
  logo: {
    title: "Logo",
    text: "Without a logo, your shop’s name is in the header.",
    link: { to: `${paths.shopSettings}?section=look`, text: "Look" },
  },
};

/** While card payments are on, but not for real money. */
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

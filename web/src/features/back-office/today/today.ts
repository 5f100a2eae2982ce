import type { components } from "../../../api/schema.gen.ts";
import { language } from "../../../language.en.ts";
import { formatPrice } from "../../../money.ts";
import { lastEvents, revenue, tests, texts, webhookStates } from "./texts.en.ts";

export type Today = components["schemas"]["Today"];
export type OwnerToday = components["schemas"]["OwnerToday"];
export type PaymentTest = components["schemas"]["PaymentTest"];
type DayRevenue = components["schemas"]["DayRevenue"];

const HOUR = 3_600_000;
const relative = new Intl.RelativeTimeFormat(language.tag, { numeric: "auto" });

/** `5 hours ago`, `yesterday`, `3 days ago`. */
export function ago(at: string, now = Date.now()): string {
  const hours = Math.floor((now - new Date(at).getTime()) / HOUR);
  if (hours < 1) return texts.justNow;
  return hours < 24
    ? relative.format(-hours, "hour")
    : relative.format(-Math.floor(hours / 24), "day");
}

/** A day has no time of day, so that it is the same in every zone. */
const locale = language.tag;
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat(locale, {
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
  revenue.byDay(
    days.map((day) => ({ weekday: weekdayText(day.day), amount: formatPrice(day.revenue) })),
  );

/** What a test found. */
export interface Finding {
  isFine: boolean;
  text: string;
}

export function describePaymentTest(test: PaymentTest): Finding[] {
  if (test.keyError !== undefined) return [{ isFine: false, text: tests.keyFails(test.keyError) }];
  const { webhook, lastEvent, lastEventAt } = test;
  const at = lastEventAt ? ago(lastEventAt) : "";
  return [
    { isFine: true, text: test.isLive ? tests.liveKeysWork : tests.testKeysWork },
    { isFine: webhook === "registered", text: webhookStates[webhook](test) },
    {
      isFine: lastEvent === "arrived" || lastEvent === "none",
      text: lastEvents[lastEvent](at),
    },
  ];
}

import { language } from "./language.en.ts";
import { shopFormats } from "./shop-locale.ts";

/** An old browser may not know the time zone. */
export function known(timeZone: string) {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

const formats = shopFormats(({ locale, timeZone: shopZone }) => {
  const timeZone = known(shopZone);
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return {
    // This locale writes days as ISO 8601 does.
    day: new Intl.DateTimeFormat("sv-SE", { timeZone }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }),
    shortDay: new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone }),
    year: new Intl.DateTimeFormat("en", { year: "numeric", timeZone }),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }),
    time: new Intl.DateTimeFormat(locale, { ...time, timeZone }),
  };
});

/** `November 20, 2026`, where the shop is. */
export const formatDate = (at: string) => formats().date.format(new Date(at));

/** `2026-11-20`: the day of today where the shop is. */
export const today = () => formats().day.format(new Date());

/** `Nov 20`, for lists. A day of another year is written in full. */
export function formatDay(at: string, now = Date.now()) {
  const { shortDay, year } = formats();
  const date = new Date(at);
  return year.format(date) === year.format(now) ? shortDay.format(date) : formatDate(at);
}

const DAY_MS = 24 * 3_600_000;

/** `Dec 1 to 8`: so many days after the day of `at` where the shop is. */
export function formatDays(at: string, from: number, to: number): string {
  const { day, shortDay } = formats();
  // Noon UTC is on the same day in every zone of the Americas and Europe.
  const noon = Date.parse(`${day.format(new Date(at))}T12:00:00Z`);
  const [first, last] = [from, to].map((days) => shortDay.formatToParts(noon + days * DAY_MS));
  const text = (parts: Intl.DateTimeFormatPart[] = []) => parts.map(({ value }) => value).join("");
  if (from === to) return text(first);
  const [month, lastMonth] = [first, last].map((parts) => parts?.[0]);
  const isSameMonth = month?.type === "month" && month.value === lastMonth?.value;
  const end = isSameMonth ? last?.filter(({ type }) => type === "day") : last;
  return language.range(text(first), text(end));
}

/** `November 20, 2026`, and the time of day if it is less than a day away. */
export function formatDeadline(at: string, now = Date.now()) {
  const { date, moment } = formats();
  const deadline = new Date(at);
  return (deadline.getTime() - now < DAY_MS ? moment : date).format(deadline);
}

/** `November 20, 2026 at 2:05 p.m.`, where the shop is. */
export const formatMoment = (at: string) => formats().moment.format(new Date(at));

/** `14:05:09`, where the shop is. */
export const formatTime = (at: number) => formats().time.format(at);

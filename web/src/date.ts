import { shopLocale } from "./shop-locale.ts";

const { locale, timeZone } = shopLocale;

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone });

const timeFormat = new Intl.DateTimeFormat(locale, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone,
});

const hourFormat = new Intl.DateTimeFormat(locale, { hour: "2-digit", hourCycle: "h23", timeZone });

/** `November 20, 2026`, where the shop is. */
export const formatDate = (at: string) => dateFormat.format(new Date(at));

/** The instant at which a day such as 2026-11-20 begins where the shop is, or a day some days later. */
export function startOfDay(day: string, daysLater = 0): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() + daysLater);
  const hours = Number(hourFormat.format(midnight));
  // The hour there at midnight UTC is how far ahead it is, or how far behind 24 it is.
  midnight.setUTCHours(hours < 12 ? -hours : 24 - hours);
  return midnight.toISOString();
}

/** `14:05:09`, where the shop is. */
export const formatTime = (at: number) => timeFormat.format(at);

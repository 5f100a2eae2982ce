import { currentShop } from "./api/shop.ts";
import { shopLocale } from "./shop-locale.ts";

const { locale } = shopLocale;

/** An old browser may not know the time zone. */
function known(timeZone: string) {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

function formatsFor(shopZone: string) {
  const timeZone = known(shopZone);
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return {
    shopZone,
    date: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }),
    time: new Intl.DateTimeFormat(locale, { ...time, timeZone }),
    hour: new Intl.DateTimeFormat(locale, { hour: "2-digit", hourCycle: "h23", timeZone }),
  };
}

let formats = formatsFor(currentShop().timeZone);

/** Follows the owner's choice without loading the page again. */
function current() {
  const { timeZone } = currentShop();
  if (formats.shopZone !== timeZone) formats = formatsFor(timeZone);
  return formats;
}

/** `November 20, 2026`, where the shop is. */
export const formatDate = (at: string) => current().date.format(new Date(at));

/** The instant at which a day such as 2026-11-20 begins where the shop is, or a day some days later. */
export function startOfDay(day: string, daysLater = 0): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() + daysLater);
  const hours = Number(current().hour.format(midnight));
  // The hour there at midnight UTC is how far ahead it is, or how far behind 24 it is.
  midnight.setUTCHours(hours < 12 ? -hours : 24 - hours);
  return midnight.toISOString();
}

/** `14:05:09`, where the shop is. */
export const formatTime = (at: number) => current().time.format(at);

import { currentShop } from "./api/shop.ts";
import { shopLocale } from "./shop-locale.ts";

const { locale } = shopLocale;

/** An old browser may not know the time zone. */
export function known(timeZone: string) {
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

/** `14:05:09`, where the shop is. */
export const formatTime = (at: number) => current().time.format(at);

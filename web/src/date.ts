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
    date: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }),
    time: new Intl.DateTimeFormat(locale, { ...time, timeZone }),
  };
});

/** `November 20, 2026`, where the shop is. */
export const formatDate = (at: string) => formats().date.format(new Date(at));

/** `14:05:09`, where the shop is. */
export const formatTime = (at: number) => formats().time.format(at);

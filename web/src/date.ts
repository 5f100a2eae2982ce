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

/** `November 20, 2026`, where the shop is. */
export const formatDate = (at: string) => dateFormat.format(new Date(at));

/** `14:05:09`, where the shop is. */
export const formatTime = (at: number) => timeFormat.format(at);

import { currentShop } from "../api/shop.ts";
import { known } from "../date.ts";

/** The first and the last day of the month before this one where the shop is, as date fields take them. */
export function lastMonth(now = new Date()) {
  const timeZone = known(currentShop().timeZone);
  const today = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "numeric", timeZone });
  const parts = Object.fromEntries(
    today.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0 } = parts;
  // Months count from 0, and day 0 is the last one of the month before.
  const day = (months: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
  return { from: day(-1, 1), to: day(0, 0) };
}

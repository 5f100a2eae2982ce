import { currentShop } from "../../../api/shop.ts";
import { known } from "../../../date.ts";

/** The instant at which a day such as 2026-11-20 begins where the shop is, or a day some days later. */
export function startOfDay(day: string, daysLater = 0): string {
  const timeZone = known(currentShop().timeZone);
  const hour = new Intl.DateTimeFormat("en-CA", {
    hour: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const midnight = new Date(`${day}T00:00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() + daysLater);
  const hours = Number(hour.format(midnight));
  // The hour there at midnight UTC is how far ahead it is, or how far behind 24 it is.
  midnight.setUTCHours(hours < 12 ? -hours : 24 - hours);
  return midnight.toISOString();
}

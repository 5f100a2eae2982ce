import { texts } from "./day.texts.en.ts";

/**
 * Formats the day in UTC, such as `Nov 20, 2026`. It does not use Intl, because the engine that
 * renders pages on the server does not have it.
 */
export function dayText(at: string): string {
  const [year = "", month, day] = at.slice(0, 10).split("-");
  return texts.day(year, Number(month), Number(day));
}

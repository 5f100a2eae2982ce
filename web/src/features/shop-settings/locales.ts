import { CURRENCY } from "../../shop-locale.ts";

const NAMES = {
  "en-CA": "Canada, English",
  "en-US": "United States",
  "en-GB": "United Kingdom",
  "fr-CA": "Canada, French",
} as const;

const DAY = new Date(Date.UTC(2026, 10, 20));

/** With an example of each: `Canada, English: November 20, 2026, $1,234.50`. */
export const LOCALES = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((name) => {
  const date = new Intl.DateTimeFormat(name, { dateStyle: "long", timeZone: "UTC" }).format(DAY);
  const amount = new Intl.NumberFormat(name, CURRENCY).format(1234.5);
  return { name, title: `${NAMES[name]}: ${date}, ${amount}` };
});

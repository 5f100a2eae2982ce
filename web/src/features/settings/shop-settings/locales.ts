import { formatCents } from "../../../money.ts";

const NAMES = {
  "en-CA": "Canada, English",
  "en-US": "United States",
  "en-GB": "United Kingdom",
  "fr-CA": "Canada, French",
} as const;

const DAY = new Date(Date.UTC(2026, 10, 20));

/** The locales with an example of each: `Canada, English: November 20, 2026, $1,234.50`. */
export const LOCALES = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((name) => {
  const date = new Intl.DateTimeFormat(name, { dateStyle: "long", timeZone: "UTC" }).format(DAY);
  return { name, title: `${NAMES[name]}: ${date}, ${formatCents(123_450, name)}` };
});

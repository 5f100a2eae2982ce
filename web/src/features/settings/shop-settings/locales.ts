import { formatCents } from "../../../money.ts";
import { localeNames, values } from "./labels.texts.en.ts";

const DAY = new Date(Date.UTC(2026, 10, 20));

/** The locales with an example of each: `Canada, English: November 20, 2026, $1,234.50`. */
export const LOCALES = (Object.keys(localeNames) as (keyof typeof localeNames)[]).map((name) => {
  const date = new Intl.DateTimeFormat(name, { dateStyle: "long", timeZone: "UTC" }).format(DAY);
  return { name, title: values.locale(localeNames[name], date, formatCents(123_450, name)) };
});

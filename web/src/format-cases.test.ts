import { expect, test } from "vitest";
import cases from "./format-cases.json";
import { formatCents, formatCount } from "./money.ts";

// server/src/values/locale.rs is compared with the same file.

const formats: Record<string, (locale: string, value: never) => string> = {
  cents: (locale, value: number) => formatCents(value, locale),
  count: (locale, value: number) => formatCount(value, locale),
  day: (locale, value: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(value)),
};

test("500 amounts, numbers and days are written as Intl writes them", () => {
  expect(cases).toHaveLength(500);
  for (const [locale = "", kind = "", value, text] of cases as string[][])
    expect(formats[kind]?.(locale, value as never), `${locale} ${kind} ${value}`).toBe(text);
});

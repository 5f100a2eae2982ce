// node build/format-cases.mjs: writes src/format-cases.json, amounts, counts and days as Node's Intl formats them. The web
// app and the server are compared with it, because both format without Intl.
import { writeFileSync } from "node:fs";

const LOCALES = ["en-CA", "fr-CA"];

/** The same numbers in each run. */
let state = 42;
const random = (below) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};

const numbers = (count, highest) =>
  Array.from({ length: count }, () => random(10 ** (1 + random(highest))));
const cents = [0, 1, 99, 100, 99_999, 100_000, 123_450, -250, ...numbers(112, 9)];
const counts = [0, 1, 999, 1_000, 48_000, ...numbers(25, 7)];
const days = Array.from({ length: 100 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1) + day * 11 * 86_400_000).toISOString().slice(0, 10),
);

const cases = LOCALES.flatMap((locale) => {
  const money = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
  });
  const count = new Intl.NumberFormat(locale);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return [
    ...cents.map((value) => [locale, "cents", value, money.format(value / 100)]),
    ...counts.map((value) => [locale, "count", value, count.format(value)]),
    ...days.map((day) => [locale, "day", day, date.format(new Date(day))]),
  ];
});
const lines = cases.map((row) => `  ${JSON.stringify(row)}`);
writeFileSync(new URL("../src/format-cases.json", import.meta.url), `[\n${lines.join(",\n")}\n]\n`);

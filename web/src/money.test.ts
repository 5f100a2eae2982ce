import { expect, test } from "vitest";
import { currentShop, setShop } from "./api/shop.ts";
import {
  formatCents,
  formatCount,
  formatFullPrice,
  formatPrice,
  plural,
  setCurrency,
  toCents,
  toDollars,
} from "./money.ts";

/** `narrowSymbol` shows Canadian dollars as $, as docs/specification.md asks. */
const CURRENCY = {
  style: "currency",
  currency: "CAD",
  currencyDisplay: "narrowSymbol",
} as const;

test("three at ten cents are thirty cents", () => {
  expect(toDollars(toCents(0.1) * 3)).toBe(0.3);
});

test("every price of a shop survives the way to cents and back", () => {
  const prices = Array.from({ length: 100_000 }, (_, index) => 1 + index * 997);
  expect(prices.filter((cents) => toCents(toDollars(cents)) !== cents)).toEqual([]);
});

test.each([
  [1, "$0.01"],
  [50, "$0.50"],
  [123_450, "$1,234.50"],
  [99_999_999, "$999,999.99"],
  [-250, "-$2.50"],
])("%i cents read %s", (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

// server/src/values/locale.rs writes the same in e-mails.
test.each([
  ["en-GB", "$1,234.50"],
  ["fr-CA", "1\u00a0234,50\u00a0$"],
] as const)("amounts follow the locale %s of the shop", (locale, text) => {
  const first = currentShop();
  setShop({ ...first, locale });
  expect(formatCents(123_450)).toBe(text);
  setShop(first);
});

test.each(["en-CA", "en-US", "en-GB", "fr-CA"] as const)("%s is as Intl writes it", (locale) => {
  const first = currentShop();
  setShop({ ...first, locale });
  const amounts = new Intl.NumberFormat(locale, CURRENCY);
  const counts = new Intl.NumberFormat(locale);
  for (const cents of [0, 5, 99, 100, 99_900, 100_000, 99_999_999, 123_456_789_012, -5, -123_450])
    expect(formatCents(cents)).toBe(amounts.format(cents / 100));
  for (const count of [0, 7, 999, 1_000, 48_000, 1_000_000])
    expect(formatCount(count)).toBe(counts.format(count));
  setShop(first);
});

// server/src/values/locale.rs writes the same in e-mails.
test.each([
  ["€", "-€1,234.50", "-1\u00a0234,50\u00a0€"],
  ["CHF", "-CHF\u00a01,234.50", "-1\u00a0234,50\u00a0CHF"],
])("amounts have the sign of the currency: %s", (sign, english, french) => {
  const first = currentShop();
  setCurrency({ sign, code: "EUR" });
  expect(formatCents(-123_450)).toBe(english);
  setShop({ ...first, locale: "fr-CA" });
  expect(formatCents(-123_450)).toBe(french);
  setShop(first);
  setCurrency({ sign: "$", code: "CAD" });
});

test.each([
  ["$", "CAD", "$54.00 CAD"],
  ["$", "AUD", "$54.00 AUD"],
  ["€", "EUR", "€54.00 EUR"],
  ["CHF", "CHF", "CHF\u00a054.00"],
])("where money is decided, %s of %s reads %s", (sign, code, text) => {
  setCurrency({ sign, code });
  expect(formatFullPrice(54)).toBe(text);
  setCurrency({ sign: "$", code: "CAD" });
});

test("a price with a float's dust reads as it was meant", () => {
  expect(formatPrice(0.30000000000000004)).toBe("$0.30");
});

test("counts are grouped by thousands", () => {
  expect(formatCount(48_000)).toBe("48,000");
  expect(formatCount(999)).toBe("999");
});

test("a number stands with its noun", () => {
  expect(plural(1, "order", "orders")).toBe("1 order");
  expect(plural(1_200, "order", "orders")).toBe("1,200 orders");
  expect(plural(0, "order", "orders")).toBe("0 orders");
});

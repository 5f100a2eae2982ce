import { expect, test } from "vitest";
import { parseCount, parseKilograms, parsePrice } from "./amounts.ts";

test.each([
  ["24", 24],
  [" 24.5 ", 24.5],
  ["24.", 24],
  [".95", 0.95],
  ["$1,250.00", 1250],
  ["1,250", 1250],
  ["24,50", 24.5],
  ["24,50 $", 24.5],
  ["€24", 24],
  ["CHF 24.50", 24.5],
  ["999,999.99", 999_999.99],
])("%s is an amount of money", (typed, dollars) => {
  expect(parsePrice(typed)).toBe(dollars);
});

test.each([
  "",
  "abc",
  "-1",
  "1e3",
  "1E3",
  "24.505",
  "1,2,3",
  "1000000",
  "9".repeat(400),
  "1.2.3",
  ".",
])("%s is not an amount", (typed) => {
  expect(parsePrice(typed)).toBeUndefined();
});

test.each([
  ["0", 0],
  [" 12 ", 12],
  ["1,200", 1200],
  ["1 000 000", 1_000_000],
])("%s is a number of pieces", (typed, count) => {
  expect(parseCount(typed)).toBe(count);
});

test.each(["", "a dozen", "1.5", "-3", "1,2", "1000001", "٣"])("%s is not a count", (typed) => {
  expect(parseCount(typed)).toBeUndefined();
});

test("a weight is typed in kilograms", () => {
  expect(["1.5", "1,5 kg", "0.25", "1000", "0.001"].map(parseKilograms)).toEqual([
    1_500, 1_500, 250, 1_000_000, 1,
  ]);
  for (const wrong of ["", "0", "x", "-1", "1.2345", "1000.001"])
    expect(parseKilograms(wrong), wrong).toBeUndefined();
});

import { expect, test } from "vitest";
import {
  parseQuantity,
  priceFor,
  quantityError,
  quantitySuggestions,
  totalText,
} from "./quantity.ts";

const secateurs = { minimumQuantity: 12, availableQuantity: 480 };

test.each(["12", "13", "480", " 24 "])("%j can be ordered", (typed) => {
  expect(quantityError(typed, secateurs)).toBeUndefined();
});

test.each(["11", "1", "0", "-12"])("%j is below the minimum", (typed) => {
  expect(quantityError(typed, secateurs)).toBe("Ordered Quantity is less than minimum quantity");
});

test.each(["481", "999999999", "99999999999999999999"])("%j is above the stock", (typed) => {
  expect(quantityError(typed, secateurs)).toBe(
    "Ordered Quantity is more than available quantity in stock",
  );
});

test.each([
  ["1,000", 1000],
  ["1 000", 1000],
  ["1\u202f000", 1000],
  ["1,000,000", 1_000_000],
])("%j is %d", (typed, quantity) => {
  expect(parseQuantity(typed)).toBe(quantity);
});

const NO_QUANTITIES = ["", " ", "12.5", "12,5", "12,50", "12 5", "1,00", "1e3", "twelve", "0x20"];

test.each([...NO_QUANTITIES, "+24", "1.000"])("%j is not a quantity", (typed) => {
  expect(parseQuantity(typed)).toBeUndefined();
  expect(quantityError(typed, secateurs)).toBe("Enter a whole number");
});

test.each([
  { minimumQuantity: 12, availableQuantity: 480, offered: [12, 24, 48] },
  { minimumQuantity: 12, availableQuantity: 47, offered: [12, 24] },
  { minimumQuantity: 12, availableQuantity: 23, offered: [] },
])("of $availableQuantity, $offered are offered", ({ offered, ...limits }) => {
  expect(quantitySuggestions(limits)).toEqual(offered);
});

test("exactly the last lot can be ordered", () => {
  expect(quantityError("12", { minimumQuantity: 12, availableQuantity: 12 })).toBeUndefined();
});

test.each([
  ["30", "$3.00"],
  ["3", "$0.30"],
  ["1000000", "$100,000.00"],
  ["", "–"],
  ["-3", "–"],
  ["1000001", "–"],
])("the total of %j at ten cents reads %s", (typed, total) => {
  expect(totalText(parseQuantity(typed), 0.1)).toBe(total);
});

test("the price falls from step to step, and the steps are offered", () => {
  const priceSteps = [
    { from: 48, price: 17.99 },
    { from: 100, price: 15.2 },
  ];
  const tool = { price: 20, priceSteps };
  expect([12, 47, 48, 99, 100, 5_000].map((quantity) => priceFor(tool, quantity))).toEqual([
    20, 20, 17.99, 17.99, 15.2, 15.2,
  ]);
  expect(quantitySuggestions({ ...secateurs, priceSteps })).toEqual([12, 48, 100]);
  expect(priceFor({ price: 20 }, 100)).toBe(20);
});

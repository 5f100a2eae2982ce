import { expect, test } from "vitest";
import { parseSteps, stepRows, stepsError, stepsText } from "./price-steps.ts";

const terms = { price: "20", minimumQuantity: "5" };

test("rows come back from their text, and empty rows do not count", () => {
  const rows = [
    { from: "12", price: "17.99" },
    { from: "", price: "" },
    { from: "4;8", price: "$15.2:0" },
  ];
  expect(stepRows(stepsText(rows))).toEqual([rows[0], rows[1], { from: "48", price: "$15.20" }]);
  expect(parseSteps(stepsText(rows))).toEqual([
    { from: 12, price: 17.99 },
    { from: 48, price: 15.2 },
  ]);
  expect(stepRows("")).toEqual([]);
});

test.each([
  ["", undefined],
  [":", undefined],
  ["12:17.99;48:15.20", undefined],
  ["twelve:1", "Step 1: enter a whole number as the quantity"],
  ["12:", "Step 1: enter an amount, like 15.20, as the price"],
  ["5:10", "Step 1 must begin above the minimum quantity of 5"],
  ["12:20", "Step 1 must cost less than $20.00"],
  ["12:18;12:17", "Step 2 must begin above 12"],
  ["12:18;24:18", "Step 2 must cost less than $18.00"],
])("%j is checked", (priceSteps, message) => {
  expect(stepsError({ ...terms, priceSteps })).toBe(message);
});

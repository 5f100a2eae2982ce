import { expect, test } from "vitest";
import { lacksUnit } from "./address.ts";

test.each([
  ["12 Fern Lane Apt", true],
  ["12 Fern Lane, Suite", true],
  ["12 Fern Lane apt. #", true],
  ["Apt, 12 Fern Lane", true],
  ["12 rue Sainte-Anne app.", true],
  ["12 Fern Lane #", true],
  ["40 Maple Towers", true],
  ["12 Fern Lane", false],
  ["12 Fern Lane Apt 4", false],
  ["12 Fern Lane Suite B", false],
  ["4-12 Fern Lane", false],
  ["12 Tower Road", false],
  ["12 rue Ste-Catherine", false],
  ["PO Box 12", false],
])("%s lacks a unit: %s", (street, wanted) => {
  expect(lacksUnit({ street, unit: "" })).toBe(wanted);
  expect(lacksUnit({ street, unit: "4" })).toBe(false);
});

import { expect, test } from "vitest";
import { countWords, readState } from "./order-filter.ts";

test.each(["unpaid", "pending", "shipped", "refunding", "refunded"])("%s is a state", (state) => {
  expect(readState(state)).toBe(state);
});

test.each(["", "all", "Unpaid", "toString", "paid"])("%j in the address chooses none", (text) => {
  expect(readState(text)).toBeUndefined();
});

test("how many there are is said together with what was chosen", () => {
  expect(countWords(0, "", undefined)).toBe("0 orders");
  expect(countWords(1, "", undefined)).toBe("1 order");
  expect(countWords(1234, "", "unpaid")).toBe("1,234 orders unpaid");
  expect(countWords(1, "", "refunding")).toBe("1 order refunding");
  expect(countWords(2, "fern", "pending")).toBe("2 orders to ship with “fern”");
});

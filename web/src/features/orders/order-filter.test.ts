import { expect, test } from "vitest";
import { countText, parseState } from "./order-filter.ts";

test.each(["unpaid", "pending", "shipped", "refunding", "refunded"])("%s is a state", (state) => {
  expect(parseState(state)).toBe(state);
});

test.each(["", "all", "Unpaid", "toString", "paid"])("%j in the address chooses none", (text) => {
  expect(parseState(text)).toBeUndefined();
});

test("how many there are is said together with what was chosen", () => {
  expect(countText(0, "", undefined)).toBe("0 orders");
  expect(countText(1, "", undefined)).toBe("1 order");
  expect(countText(1234, "", "unpaid")).toBe("1,234 orders unpaid");
  expect(countText(1, "", "refunding")).toBe("1 order refunding");
  expect(countText(2, "fern", "pending")).toBe("2 orders to ship with “fern”");
});

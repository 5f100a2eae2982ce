import { expect, test } from "vitest";
import { countText, parseDay, parseState } from "./order-filter.ts";

const ever = { from: undefined, to: undefined };

test.each(["unpaid", "pending", "shipped", "refunding", "refunded"])("%s is a state", (state) => {
  expect(parseState(state)).toBe(state);
});

test.each(["", "all", "Unpaid", "toString", "paid"])("%j in the address chooses none", (text) => {
  expect(parseState(text)).toBeUndefined();
});

test("how many there are is said together with what was chosen", () => {
  expect(countText(0, "", undefined, ever)).toBe("0 orders");
  expect(countText(1, "", undefined, ever)).toBe("1 order");
  expect(countText(1234, "", "unpaid", ever)).toBe("1,234 orders, unpaid");
  expect(countText(1, "", "refunding", ever)).toBe("1 order, refund under way");
  expect(countText(3, "", undefined, { ...ever, to: "2026-11-05" })).toBe("3 orders on these days");
  expect(countText(2, "fern", "pending", ever)).toBe("2 orders, to ship, with “fern”");
});

test("a day in the address is a whole date", () => {
  expect(["2026-11-05", "2026-11", "yesterday", ""].map(parseDay)).toEqual([
    "2026-11-05",
    undefined,
    undefined,
    undefined,
  ]);
});

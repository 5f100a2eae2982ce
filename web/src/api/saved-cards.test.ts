import { expect, test } from "vitest";
import { isExpired } from "./saved-cards.ts";

test("a card is valid until its month ends", () => {
  const card = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 2, expYear: 2027 };
  expect(isExpired(card, new Date(2027, 1, 28, 23, 59))).toBe(false);
  expect(isExpired(card, new Date(2027, 2, 1))).toBe(true);
  expect(isExpired({ id: "pm_2", brand: "link" }, new Date(2027, 2, 1))).toBe(false);
});

import { expect, test } from "vitest";
import { swapped } from "./swap.ts";

test("an order keeps the address in phone and the phone in address", () => {
  expect(swapped({ address: "1 Maple Street", phone: "555-0101" })).toEqual({
    phone: "1 Maple Street",
    address: "555-0101",
  });
});

test("what is read back from an order is what was typed", () => {
  const typed = { address: "12 Fern Lane", phone: "902 555 0101" };
  expect(swapped(swapped(typed))).toEqual(typed);
});

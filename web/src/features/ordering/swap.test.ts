import { expect, test } from "vitest";
import { swapped } from "./swap.ts";

test("an order keeps the address in phone and the phone in address", () => {
  expect(swapped({ address: "1 Maple Street", phone: "555-0101" })).toEqual({
    phone: "1 Maple Street",
    address: "555-0101",
  });
});

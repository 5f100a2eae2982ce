import { expect, test } from "vitest";
import { partsOfLine } from "./address.ts";

test("an address that the shop wrote on one line is read back", () => {
  expect(partsOfLine("10-123 Main St, Halifax NS  B3J 1A1")).toEqual({
    ...{ unit: "10", street: "123 Main St", city: "Halifax", province: "NS" },
    postalCode: "B3J 1A1",
  });
  const withNames = partsOfLine("Bea Fern, Fern & Co, 7 Bell Road, St. John’s NL  A1A 1A1");
  expect(withNames).toMatchObject({ street: "7 Bell Road", city: "St. John’s" });
  expect(withNames?.unit).toBeUndefined();
  expect(partsOfLine("7 Bell Road, Truro")).toBeUndefined();
});

import { expect, test } from "vitest";
import { isSameCode, lacksUnit, partsOfLine, placeOf, withKnown } from "./address.ts";

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

test.each([
  ["h2x 1y4", true],
  ["KlA OB1", true],
  ["ON K1A 0B1", true],
  ["K1A 0B1 Canada", true],
  ["K1A–0B1", true],
  ["K1A 0B", false],
  ["H2X", false],
])("“%s” is enough for a quote: %s", (postalCode, isEnough) =>
  expect(placeOf(withKnown({ postalCode })).postalCode).toBe(isEnough ? postalCode : undefined),
);

test("a code in other signs is the same one", () => {
  expect(isSameCode("KlA–OB1", "K1A 0B1")).toBe(true);
  expect(isSameCode("K1A 0B2", "K1A 0B1")).toBe(false);
});

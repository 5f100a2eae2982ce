import { expect, test } from "vitest";
import { placeOf } from "./place.ts";

test.each([
  ["12 Fern Lane, Halifax NS B3H 1A1, Canada", "Halifax NS"],
  ["12 Fern Lane\nFredericton, NB\nE3B1A1", "Fredericton, NB"],
  ["7 Harbour Road, Unit 4, Charlottetown, PE, C1A 4P3, Canada", "Charlottetown, PE"],
  ["12 Fern Lane", "12 Fern Lane"],
  ["1 Main St, Bangor ME 04401", "Bangor ME"],
  [" ", ""],
])("%j is in %j", (address, place) => {
  expect(placeOf(address)).toBe(place);
});

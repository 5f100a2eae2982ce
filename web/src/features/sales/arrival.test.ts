import { expect, test } from "vitest";
import { arrivalText } from "./arrival.ts";

const post = { id: "post", name: "Canada Post", pickUp: false, daysFrom: 3, daysTo: 8 };
const placed = {
  createdAt: "2026-11-28T15:00:00Z",
  delivery: post,
  address: "12 Fern Lane, Halifax NS  B3J 1A1",
};

test.each([
  [{}, "Arrives Dec 1 to 6 at 12 Fern Lane"],
  [{ address: "" }, "Arrives Dec 1 to 6"],
  [
    { address: "Ada Wren, 12 Fern Lane, Halifax NS  B3J 1A1" },
    "Arrives Dec 1 to 6 at 12 Fern Lane",
  ],
  [{ address: "Fern House, Halifax NS  B3J 1A1" }, "Arrives Dec 1 to 6 at Fern House"],
  [{ delivery: { ...post, daysFrom: 1 } }, "Arrives Nov 29 to Dec 6 at 12 Fern Lane"],
  [{ delivery: { ...post, daysFrom: 8 } }, "Arrives Dec 6 at 12 Fern Lane"],
  [{ delivery: { ...post, pickUp: true, daysFrom: 0, daysTo: 1 } }, "Ready Nov 28 to 29 at 7 Quay"],
  // It is still the 28th where the shop is.
  [{ createdAt: "2026-11-29T03:00:00Z" }, "Arrives Dec 1 to 6 at 12 Fern Lane"],
  [{ delivery: undefined }, undefined],
])("%j reads %j", (more, text) => {
  expect(arrivalText({ ...placed, ...more }, "7 Quay\nHalifax NS")).toBe(text);
});

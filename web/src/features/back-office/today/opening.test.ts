import { expect, test } from "vitest";
import { addressLines, grantCommand, wayOf } from "./opening.ts";

test("the command has the address, and a shell reads it as one word", () => {
  expect(grantCommand("olive+shop@my-tools.ca")).toBe("trowel admin grant olive+shop@my-tools.ca");
  expect(grantCommand("o'hara;ls@example.ca")).toBe(
    "trowel admin grant 'o'\\''hara;ls@example.ca'",
  );
});

test("before the role an account is one of eight steps", () => {
  expect(wayOf([]).map(({ isDone }) => isDone)).toEqual([true, ...Array(7).fill(false)]);
});

test("the parts of an address are two lines", () => {
  const parts = { street: " 12 Fern Lane ", city: "Halifax", province: "NS" };
  expect(addressLines({ ...parts, unit: "", postalCode: "b3j 1a1" })).toBe(
    "12 Fern Lane\nHalifax NS  B3J 1A1",
  );
  expect(addressLines({ ...parts, unit: "4", postalCode: "B3J 1A1" })).toMatch(/^4-12 Fern Lane\n/);
});

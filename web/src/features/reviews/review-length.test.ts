import { expect, test } from "vitest";
import { roomLeft, tooLong } from "./review-length.ts";

test("what fits is fine, and how much more would fit is told", () => {
  expect(roomLeft("")).toBe("Room for 2,000 more characters");
  expect(roomLeft("A good spade")).toBe("Room for 1,988 more characters");
  expect(tooLong("")).toBe(true);
  expect(tooLong("x".repeat(2000))).toBe(true);
  expect(tooLong(`  ${"x".repeat(2000)}\n`)).toBe(true);
});

test("what does not fit is counted and refused", () => {
  expect(roomLeft("x".repeat(2013))).toBe("13 too many of 2,000 characters");
  expect(tooLong("x".repeat(2001))).toBe("A review has 2,000 characters at most");
});

test("an emoji is one character, as on the server", () => {
  expect(roomLeft("🌱".repeat(3))).toBe("Room for 1,997 more characters");
  expect(tooLong("🌱".repeat(2000))).toBe(true);
});

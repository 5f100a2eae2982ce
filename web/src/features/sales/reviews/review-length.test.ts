import { expect, test } from "vitest";
import { lengthHint, validateLength } from "./review-length.ts";

test("what fits is fine, and how much more would fit is told", () => {
  expect(lengthHint("")).toBe("Room for 2,000 more characters");
  expect(lengthHint("A good spade")).toBe("Room for 1,988 more characters");
  expect(validateLength("")).toBe(true);
  expect(validateLength("x".repeat(2000))).toBe(true);
  expect(validateLength(`  ${"x".repeat(2000)}\n`)).toBe(true);
});

test("what does not fit is counted and refused", () => {
  expect(lengthHint("x".repeat(2013))).toBe("13 too many of 2,000 characters");
  expect(validateLength("x".repeat(2001))).toBe("A review has 2,000 characters at most");
});

test("an emoji is one character, as on the server", () => {
  expect(lengthHint("🌱".repeat(3))).toBe("Room for 1,997 more characters");
  expect(validateLength("🌱".repeat(2000))).toBe(true);
});

import { expect, test } from "vitest";
import { lengthHint, validateReview } from "./review-length.ts";

const validate = (review: string, rating = "0") => validateReview(review, { review, rating });

test("what fits is fine, and how much more would fit is told", () => {
  expect(lengthHint("")).toBe("Room for 2,000 more characters");
  expect(lengthHint("A good spade")).toBe("Room for 1,988 more characters");
  expect(validate("", "1")).toBe(true);
  expect(validate(" \n")).toBe("Choose some stars, or write a few words");
  expect(validate("x".repeat(2000))).toBe(true);
  expect(validate(`  ${"x".repeat(2000)}\n`)).toBe(true);
});

test("what does not fit is counted and refused", () => {
  expect(lengthHint("x".repeat(2013))).toBe("13 too many of 2,000 characters");
  expect(validate("x".repeat(2001))).toBe("A review has 2,000 characters at most");
});

test("an emoji is one character, as on the server", () => {
  expect(lengthHint("🌱".repeat(3))).toBe("Room for 1,997 more characters");
  expect(validate("🌱".repeat(2000))).toBe(true);
});

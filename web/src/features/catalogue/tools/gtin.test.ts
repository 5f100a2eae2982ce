import { expect, test } from "vitest";
import { gtinError } from "./gtin.ts";

test.each(["9638 5074", "036000291452", "4006381333931", "978-3-16-148410-0", " 10614141000415"])(
  "%s is the number of a bar code",
  (typed) => expect(gtinError(typed)).toBeUndefined(),
);

test.each([
  ["4.00638E+12", /digits/],
  ["36000291452", /digits/],
  ["4006381333932", /last digit/],
  ["00000000", /last digit/],
])("%s is not", (typed, message) => expect(gtinError(typed)).toMatch(message));

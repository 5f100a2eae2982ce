import { expect, test } from "vitest";
import { tokenIn } from "./url-token.ts";

test.each([
  ["#token=a-b_C9", "a-b_C9"],
  ["#token=", undefined],
  ["#top", undefined],
  ["", undefined],
])("in %j the token is %j", (hash, token) => {
  expect(tokenIn(hash)).toBe(token);
});

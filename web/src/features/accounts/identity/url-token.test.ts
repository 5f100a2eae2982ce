import { expect, test } from "vitest";
import { urlToken } from "./url-token.ts";

test.each([
  ["#token=a-b_C9", "a-b_C9"],
  ["#token=", undefined],
  ["#top", undefined],
  ["", undefined],
])("in %j the token is %j", (hash, token) => {
  expect(urlToken(hash)).toBe(token);
});

import { expect, test } from "vitest";
import { ApiError } from "./errors.ts";
import { makeQueryClient } from "./query-client.ts";

const retries = (error: unknown) => {
  const retry = makeQueryClient().getDefaultOptions().queries?.retry;
  return typeof retry === "function" && retry(0, error as Error);
};

test("a call that failed is tried again, and one without a response in time is shown", () => {
  expect(retries(ApiError.unreachable(new TypeError("Failed to fetch")))).toBe(true);
  expect(retries(ApiError.from({ status: 503 }, {}))).toBe(true);
  expect(retries(ApiError.unreachable(new DOMException("", "TimeoutError")))).toBe(false);
  expect(retries(ApiError.from({ status: 404 }, {}))).toBe(false);
});

import { expect, test } from "vitest";
import { callbackParams } from "./callback-params.ts";

test("an address without words of a provider says nothing", () => {
  expect(callbackParams("")).toEqual({ arrived: undefined, problem: undefined, from: undefined });
});

test("who arrived, and where they wanted to go", () => {
  const { provider, returnTo } = callbackParams(
    "?arrived=google&returnTo=%2Ftools%2F42%3Ffrom%3Dlist",
  );
  expect(provider).toBe("google");
  expect(returnTo).toBe("/tools/42?from=list");
});

test("a code becomes a sentence that names the provider", () => {
  expect(callbackParams("?problem=provider_refused&provider=github").errorMessage).toBe(
    "GitHub did not sign you in. Nothing has changed here.",
  );
});

test("an account with two-step login says where to add the provider", () => {
  expect(callbackParams("?problem=second_factor_on&provider=google").errorMessage).toMatch(
    /Log in with its password and add Google under Account & security\./,
  );
});

test("a second step is no error", () => {
  const { secondStep, errorMessage } = callbackParams("?problem=second_factor_required");
  expect([secondStep, errorMessage]).toEqual([true, undefined]);
});

test.each([
  "?problem=",
  "?problem=%3Cb%3E&provider=google",
  "?problem=toString",
  "?problem=new_one",
])("%s is never shown as it stands", (search) => {
  const { errorMessage } = callbackParams(search);
  if (search !== "?problem=")
    expect(errorMessage).toMatch(/could not sign you in\. Please try again/);
  else expect(errorMessage).toBeUndefined();
});

import { expect, test } from "vitest";
import { comingBack } from "./callback-params.ts";

test("an address without words of a provider says nothing", () => {
  expect(comingBack("")).toEqual({ arrived: undefined, problem: undefined, from: undefined });
});

test("who arrived, and where they wanted to go", () => {
  const { arrived, from } = comingBack("?arrived=google&returnTo=%2Ftools%2F42%3Ffrom%3Dlist");
  expect(arrived).toBe("google");
  expect(from).toBe("/tools/42?from=list");
});

test("a code becomes a sentence that names the provider", () => {
  expect(comingBack("?problem=provider_refused&provider=github").problem).toBe(
    "GitHub was not allowed to sign you in. Nothing has changed here.",
  );
});

test.each([
  "?problem=",
  "?problem=%3Cb%3E&provider=google",
  "?problem=toString",
  "?problem=new_one",
])("%s is never shown as it stands", (search) => {
  const { problem } = comingBack(search);
  if (search !== "?problem=") expect(problem).toMatch(/could not sign you in\. Please try again/);
  else expect(problem).toBeUndefined();
});

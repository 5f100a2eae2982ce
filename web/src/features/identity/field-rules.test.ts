import { expect, test } from "vitest";
import { emailRules, nameRules } from "./field-rules.ts";

const fits = (email: string) => emailRules.pattern.value.test(email);

test.each(["ann@example.com", "a1@b.ca", "Ann.Lee+shop@example.com", "x ann@example.com y"])(
  "%j passes, since the pattern is not anchored",
  (email) => {
    expect(fits(email)).toBe(true);
  },
);

test.each(["ann", "ann@example", "ann@example.c", "ANN@EXAMPLE.COM", "@example.com"])(
  "%j does not pass",
  (email) => {
    expect(fits(email)).toBe(false);
  },
);

test("a name of blanks is no name", () => {
  expect(nameRules.validate("  ")).toBe("Name is required");
  expect(nameRules.validate("Ann")).toBe(true);
});

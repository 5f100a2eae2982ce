import { expect, test } from "vitest";
import { emailRules, nameRules } from "./field-rules.ts";

const fits = (email: string) => emailRules.validate(email) === true;

test.each(["ANN@EXAMPLE.COM", "Joe.Smith@Example.com", " ann@example.com "])(
  "%j passes, because capitals and blanks around it do not count",
  (email) => {
    expect(fits(email)).toBe(true);
  },
);

test.each(["ann@example.com", "a1@b.ca", "Ann.Lee+shop@example.com", "x ann@example.com y"])(
  "%j passes, since the pattern is not anchored",
  (email) => {
    expect(fits(email)).toBe(true);
  },
);

test.each(["ann", "ann@example", "ann@example.c", "@example.com", "joe@my-shop.ca"])(
  "%j does not pass",
  (email) => {
    expect(emailRules.validate(email)).toBe("Provide a valid email");
  },
);

test("a name of blanks is no name", () => {
  expect(nameRules.validate("  ")).toBe("Name is required");
  expect(nameRules.validate("Ann")).toBe(true);
});

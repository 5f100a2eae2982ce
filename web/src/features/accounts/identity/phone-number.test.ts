import { expect, test } from "vitest";
import { COMMON_COUNTRIES, OTHER_COUNTRIES } from "./countries.ts";
import { internationalNumber, phoneRules } from "./phone-number.ts";

test.each([
  ["Canada", "613 555 0142", "+1 613 555 0142"],
  ["Canada", "  (613) 555-0142 ", "+1 (613) 555-0142"],
  ["United Kingdom", "020 7946 0018", "+44 020 7946 0018"],
  ["Canada", "+44 20 7946 0018", "+44 20 7946 0018"],
  ["Canada", "0044 20 7946 0018", "+44 20 7946 0018"],
])("in %s, %j is %s", (country, typed, number) => {
  expect(internationalNumber(country, typed)).toBe(number);
});

test.each(["5550142", "613-555-0142", "+1 (613) 555.0142", "0049 30 / 123456"])(
  "%j may be a number",
  (typed) => {
    expect(phoneRules.validate(typed)).toBe(true);
  },
);

test.each(["911", "call me", "613 555 O142", "@6135550142"])("%j is not a number", (typed) => {
  expect(phoneRules.validate(typed)).toBe("Provide a valid phone number");
});

test("Canada stands first, and every country has a code that dials", () => {
  expect(COMMON_COUNTRIES[0]?.name).toBe("Canada");
  for (const { name, code } of [...COMMON_COUNTRIES, ...OTHER_COUNTRIES]) {
    expect(name).toMatch(/^\p{Lu}\D+$/u);
    expect(code).toMatch(/^\+[1-9]\d{0,3}$/);
  }
});

test("no country is offered twice", () => {
  const names = [...COMMON_COUNTRIES, ...OTHER_COUNTRIES].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

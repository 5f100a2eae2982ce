import { expect, test } from "vitest";
import { knownProvider, loginErrorMessage, providerName } from "./login-errors.ts";

test("a provider is called as it writes itself", () => {
  expect(providerName("github")).toBe("GitHub");
  expect(loginErrorMessage("provider_refused", "google")).toMatch(/^Google did not sign you in/);
});

test.each(["Call 555 0100 at once and", "constructor", "toString", "__proto__", "", null])(
  "%j in an address is not a provider",
  (name) => {
    expect(knownProvider(name)).toBeUndefined();
    expect(loginErrorMessage("provider_refused", name)).toMatch(
      /^The provider did not sign you in/,
    );
  },
);

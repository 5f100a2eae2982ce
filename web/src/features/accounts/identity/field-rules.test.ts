import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const INVALID = "Provide a valid email";

/** The rules of a shop whose configuration names `emailRule`. */
async function rulesOf(emailRule: string) {
  vi.stubGlobal("fetch", async () => Response.json({ emailRule }));
  return await import("./field-rules.ts");
}

test.each([
  "ann@example.com",
  "a1@b.ca",
  "Ann.Lee+shop@example.com",
  "ANN@EXAMPLE.COM",
  "Joe.Smith@Example.com",
  " ann@example.com ",
  "x ann@example.com y",
])(
  "%j passes, since the pattern is not anchored and the text is lower-cased first",
  async (email) => {
    const { emailRules } = await rulesOf("simple");
    expect(await emailRules.validate(email)).toBe(true);
  },
);

test.each(["ann", "ann@example", "ann@example.c", "@example.com", "joe@my-shop.ca"])(
  "%j does not pass",
  async (email) => {
    const { emailRules } = await rulesOf("simple");
    expect(await emailRules.validate(email)).toBe(INVALID);
  },
);

test.each(["joe@my-shop.ca", "ann@3m.com"])("%j passes only under the wide rule", async (email) => {
  expect(await (await rulesOf("simple")).emailRules.validate(email)).toBe(INVALID);
  vi.resetModules();
  expect(await (await rulesOf("wide")).emailRules.validate(email)).toBe(true);
});

test("without the configuration the simple rule holds, and the next address asks again", async () => {
  const { emailRules } = await rulesOf("wide");
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  expect(await emailRules.validate("joe@my-shop.ca")).toBe(INVALID);
  vi.stubGlobal("fetch", async () => Response.json({ emailRule: "wide" }));
  expect(await emailRules.validate("joe@my-shop.ca")).toBe(true);
});

test("a name has at least one character and at most 120", async () => {
  const { nameRules } = await rulesOf("simple");
  expect(nameRules.validate("  ")).toBe("Name is required");
  expect(nameRules.validate("Ann")).toBe(true);
  expect(nameRules.validate("😀".repeat(120))).toBe(true);
  expect(nameRules.validate("a".repeat(121))).toBe("Please use at most 120 characters");
});

import { expect, test } from "vitest";
import words from "./address-words.json" with { type: "json" };
import { inOtherLanguage, localAddress } from "./addresses.en.ts";
import { toEnglish, toFrench } from "./french-addresses.ts";
import { allPages } from "./pages.ts";

test.each([
  ["/", "/fr"],
  ["/?q=a", "/fr?q=a"],
  ["/tool", "/fr/outils"],
  ["/tool?q=tool#tool", "/fr/outils?q=tool#tool"],
  ["/tool/basket", "/fr/outils/basket"],
  ["/tool/:slug", "/fr/outils/:slug"],
  ["/portfolio", "/fr/portfolio"],
  ["/purchases/p1/invoice", "/fr/achats/p1/invoice"],
  ["/dashboard/myOrders/o1/receipt", "/fr/tableau-de-bord/mes-commandes/o1/receipt"],
  ["/fresh", "/fr/fresh"],
])("%s is %s in French, and back", (english, french) => {
  expect(toFrench(english)).toBe(french);
  expect(toEnglish(french)).toBe(english);
});

test("English addresses stay as specified", () => {
  expect(localAddress("/tool/:slug")).toBe("/tool/:slug");
  expect(localAddress("*")).toBe("*");
  expect(inOtherLanguage("/")).toBe("/fr");
  expect(inOtherLanguage("/?q=a")).toBe("/fr?q=a");
  expect(inOtherLanguage("/tool?q=a")).toBe("/fr/tool?q=a");
});

test("every page has one address in each language", () => {
  const addresses = allPages.flatMap(({ path }) => [path, toFrench(path)]);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const table of Object.values(words))
    expect(new Set(Object.values(table)).size).toBe(Object.keys(table).length);
});

test("every word of an address is of a page", () => {
  const used = allPages.flatMap(({ path }) => path.split("/"));
  for (const word of Object.values(words).flatMap(Object.keys)) expect(used).toContain(word);
});

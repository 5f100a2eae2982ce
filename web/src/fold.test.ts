import { expect, test } from "vitest";
import { anchorOf, hasWords } from "./fold.ts";

test.each(["zoe", "Bronte", "tremblay, zoe", "bronte-tremblay", "  TREM  Z "])(
  "“%s” finds the name",
  (search) => expect(hasWords("Zoë Brontë-Tremblay", search)).toBe(true),
);

test.each([
  ["Søren Kjær", "soren kjaer"],
  ["Łukasz Wójcik", "lukasz wojcik"],
  ["İpek Yıldız", "ipek yildiz"],
  ["Siobhán O’Brien", "o'brien"],
  ["Gardener’s Œillet", "gardeners oeillet"],
])("%s is found by %s", (name, search) => expect(hasWords(name, search)).toBe(true));

test("the middle of a word and another word find nothing", () => {
  expect(hasWords("Zoë Tremblay", "remblay")).toBe(false);
  expect(hasWords("Zoë Tremblay", "zoe roy")).toBe(false);
});

test("the id of a heading has plain letters", () => {
  expect(anchorOf("Who sells")).toBe("who-sells");
  expect(anchorOf("À quoi cela nous sert")).toBe("a-quoi-cela-nous-sert");
});

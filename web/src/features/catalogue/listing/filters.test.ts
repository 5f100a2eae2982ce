import { describe, expect, test } from "vitest";
import {
  activeFilters,
  changed,
  clearAll,
  filterErrors,
  readFilters,
  toToolQuery,
  withChange,
} from "./filters.ts";

const asked = (search: string) => toToolQuery(readFilters(search));
const words = (search: string) => activeFilters(readFilters(search)).map((filter) => filter.label);

test("without a query the question is the one whose answer the server has written into the page", () => {
  expect(asked("")).toEqual({ sort: "newest" });
});

test("a search has the best match first, unless the address names another order", () => {
  expect(asked("?q=hoe")).toEqual({ q: "hoe", sort: "relevance" });
  expect(asked("?q=hoe&sort=newest")).toEqual({ q: "hoe", sort: "newest" });
  expect(asked("?sort=relevance")).toEqual({ sort: "newest" });
  expect(withChange("?q=hoe", { sort: "newest" })).toBe("?q=hoe&sort=newest");
  expect(withChange("?q=hoe&sort=newest", { q: "" })).toBe("");
  expect(changed(readFilters(""), { q: "hoe" }).sort).toBe("relevance");
  expect(changed(readFilters("?sort=price"), { q: "hoe" }).sort).toBe("price");
});

test("every filter of the address is asked for, as the server reads it", () => {
  expect(
    asked("?q=+fork+&inStock=true&maxMinimum=12&priceMin=%245&priceMax=1,250&sort=-price"),
  ).toEqual({
    q: "fork",
    inStock: true,
    maxMinimum: 12,
    priceMin: 5,
    priceMax: 1250,
    sort: "-price",
  });
});

describe("what makes no sense is said and left out", () => {
  test.each([
    ["?priceMin=abc", "priceMin", "Enter an amount, like 24.50"],
    ["?priceMax=-1", "priceMax", "Enter an amount, like 24.50"],
    ["?maxMinimum=1.5", "maxMinimum", "Enter a whole number"],
    ["?priceMin=50&priceMax=20", "priceMax", "Must not be lower than “Price from”"],
  ])("%s", (search, field, message) => {
    expect(filterErrors(readFilters(search))).toEqual({ [field]: message });
    expect(asked(search)).not.toHaveProperty(field);
  });

  test("an unknown sort order becomes the default", () => {
    expect(asked("?sort=constructor")).toEqual({ sort: "newest" });
    expect(asked("?sort=")).toEqual({ sort: "newest" });
  });

  test("an endless search is cut to what the server reads", () => {
    expect(asked(`?q=${"x".repeat(500)}`).q).toHaveLength(200);
    expect(asked(`?q=x${"+".repeat(500)}x`).q).toBe("x");
    expect(asked(`?q=x${"🥕".repeat(300)}`).q).toBe(`x${"🥕".repeat(199)}`);
  });
});

describe("a change of the address", () => {
  test("keeps the rest, and leaves out what is as usual", () => {
    expect(withChange("?q=fork&from=letter", { sort: "price" })).toBe(
      "?q=fork&from=letter&sort=price",
    );
    expect(withChange("?q=fork&sort=price", { sort: "newest", q: "" })).toBe("");
  });

  test("is read back as it was made", () => {
    const search = withChange("", { q: "50% & más+", inStock: true, priceMin: "24,50" });
    expect(readFilters(search)).toMatchObject({
      q: "50% & más+",
      inStock: true,
      priceMin: "24,50",
    });
  });

  test("clearing all leaves the order, and nothing to clear", () => {
    const search = withChange(
      "?q=a&inStock=1&maxMinimum=x&priceMin=1&priceMax=2&sort=name",
      clearAll,
    );
    expect(search).toBe("?sort=name");
    expect(words(search)).toEqual([]);
  });
});

test("each filter in effect has its words and the change that takes it away", () => {
  const search = "?q=fork&inStock=true&maxMinimum=1200&priceMin=5&priceMax=50&sort=name";
  expect(words(search)).toEqual([
    "“fork”",
    "Smallest order up to 1,200",
    "From $5.00",
    "Up to $50.00",
    "In stock",
  ]);
  const left = activeFilters(readFilters(search)).reduce(
    (rest, { clear }) => withChange(rest, clear),
    search,
  );
  expect(left).toBe("?sort=name");
  expect(words("?priceMin=abc")).toEqual([]);
});

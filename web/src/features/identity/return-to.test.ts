import { expect, test } from "vitest";
import { returnTo } from "./return-to.ts";

test("one returns to where one came from", () => {
  expect(returnTo("/tools/42?from=list#slip", undefined)).toBe("/tools/42?from=list#slip");
});

test("without an origin one goes home", () => {
  expect(returnTo(undefined, undefined)).toBe("/");
});

test("a customer is not returned to the owner's pages, nor the owner to a customer's", () => {
  expect(returnTo("/dashboard/manageOrders", "customer")).toBe("/");
  expect(returnTo("/dashboard/manageOrders", "admin")).toBe("/dashboard/manageOrders");
  expect(returnTo("/dashboard/myOrders?x=1", "admin")).toBe("/");
  expect(returnTo("/dashboard/myOrders", "customer")).toBe("/dashboard/myOrders");
});

test.each([
  "/dashboard/users",
  "/dashboard/addProduct",
  "/dashboard/manageProduct",
  "/dashboard/manageProduct/42",
  "/dashboard/books",
  "/dashboard/mails",
])("%s is the owner's alone", (from) => {
  expect(returnTo(from, "admin")).toBe(from);
  expect(returnTo(from, "customer")).toBe("/");
  expect(returnTo(from, undefined)).toBe("/");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/tool\\..",
  "https://evil.example",
  "javascript:alert(1)",
])("%s is not a place to return to", (from) => {
  expect(returnTo(from, undefined)).toBe("/");
});

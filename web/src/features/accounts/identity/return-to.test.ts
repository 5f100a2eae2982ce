import { expect, test } from "vitest";
import { pages } from "../../../pages.ts";
import { purposeOf, returnTo, wantedAfter } from "./return-to.ts";

test("one returns to where one came from", () => {
  expect(returnTo("/tools/42?from=list#slip", undefined)).toBe("/tools/42?from=list#slip");
});

test("without an origin one goes home", () => {
  expect(returnTo(undefined, undefined)).toBe("/");
});

/** Where each of them leads a new customer. */
const afterBoth = (from: string | undefined) =>
  (["login", "signup"] as const).map((screen) => returnTo(wantedAfter(screen, from), "customer"));

test.each([
  "/checkout",
  "/checkout?x=1",
  "/basket",
  "/basket#code",
  "/purchases/p1",
  "/guest-order#purchase=p1",
  "/dashboard/payment/o1",
  "/tools/42",
  "/tools/42?quantity=6",
  "/tool/digging-spade",
])("who was buying at %s is back there after a login and after a sign-up", (from) => {
  expect(afterBoth(from)).toEqual([from, from]);
});

test.each([
  [undefined, "/"],
  ["/", "/"],
  ["/blogs", "/blogs"],
  ["/dashboard/myOrders", "/dashboard/myOrders"],
  ["/dashboard/users", "/"],
  ["/purchases/p1/invoice", "/purchases/p1/invoice"],
  ["//evil.example", "/"],
  ["//evil.example/checkout", "/"],
  ["/\\evil.example/checkout", "/"],
  ["https://evil.example/checkout", "/"],
])("a login from %s leads to %s, and a sign-up to the tools", (from, afterLogin) => {
  expect(afterBoth(from)).toEqual([afterLogin, "/tool"]);
});

test.each(["/checkout/..//evil.example", "/basket\\@evil.example", "/checkout/../\\evil.example"])(
  "a sign-up from %s stays in the shop",
  (from) => {
    expect(["/", "/tool"]).toContain(returnTo(wantedAfter("signup", from), "customer"));
  },
);

test("a customer is not returned to the owner's pages, nor the owner to a customer's", () => {
  expect(returnTo("/dashboard/manageOrders", "customer")).toBe("/");
  expect(returnTo("/dashboard/manageOrders", "admin")).toBe("/dashboard/manageOrders");
  expect(returnTo("/dashboard/myOrders?x=1", "admin")).toBe("/");
  expect(returnTo("/dashboard/myOrders", "customer")).toBe("/dashboard/myOrders");
});

test.each([
  "/dashboard/addProduct",
  "/dashboard/manageProduct/42",
  "/dashboard/manageOrders/7/slip",
])("%s is for staff and admins", (from) => {
  expect(returnTo(from, "staff")).toBe(from);
  expect(returnTo(from, "admin")).toBe(from);
  expect(returnTo(from, "customer")).toBe("/");
});

test("staff are customers too", () => {
  expect(returnTo("/dashboard/myOrders", "staff")).toBe("/dashboard/myOrders");
});

test.each(["/dashboard/users", "/dashboard/shop", "/dashboard/books", "/dashboard/mails"])(
  "%s is the owner's alone",
  (from) => {
    expect(returnTo(from, "admin")).toBe(from);
    expect(returnTo(from, "staff")).toBe("/");
    expect(returnTo(from, "customer")).toBe("/");
    expect(returnTo(from, undefined)).toBe("/");
  },
);

// The list of server/src/accounts/social/return_to.rs, as far as it is about other sites.
test.each([
  "",
  "tool",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u0000//evil.example",
  " //evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/a/..//evil.example",
  "/tool\\..",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "/\u2028x",
  "/é",
])("%j is not a place to return to", (from) => {
  expect(returnTo(from, undefined)).toBe("/");
});

test("a login says what it is for, also for one order and for the basket", () => {
  const { myOrders, payment, checkout, manageOrder, editTool } = pages;
  expect([myOrders, payment, checkout, manageOrder, editTool].map(purposeOf)).toEqual([
    "open My Orders",
    "pay for the order",
    "buy what is in your basket",
    "open the order",
    "open Edit Tool",
  ]);
});

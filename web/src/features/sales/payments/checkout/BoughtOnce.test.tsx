import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  basket,
  calls,
  ok,
  open,
  pay,
  payButton,
  placed,
  quoted,
  refusal,
  shop,
} from "./checkout-test-shop.tsx";

test("a lost answer is asked for again with the same key", async () => {
  shop.answers["POST /checkout"]?.unshift(() => Response.error());
  const user = open();
  await pay(user);
  expect(await screen.findByText(/We could not reach the shop/)).toBeVisible();
  await pay(user);
  await screen.findByText("Paid with pi_1");
  const [first, second] = calls("POST /checkout");
  expect(second).toEqual(first);
});

const bought = { ...basket, lines: [], revision: 0 };
const emptied = { ...quoted, lines: [], methods: [], total: 0, digest: "d0" };
const isEmpty = refusal(409, { code: "basket_empty", detail: "Your basket is empty." });

test("after a lost answer the page keeps its sum, whatever the emptied basket costs", async () => {
  shop.answers["POST /quote"] = [ok({ ...quoted, basketRevision: 3 }), ok(emptied)];
  shop.answers["POST /checkout"]?.unshift(() => Response.error());
  const user = open();
  await pay(user);
  await screen.findByText(/We could not reach the shop/);
  shop.answers["GET /basket"] = [ok(bought)];
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(calls("POST /quote")).toHaveLength(2));
  await pay(user);
  await screen.findByText("Paid with pi_1");
  const [first, second] = calls("POST /checkout");
  expect(second).toEqual(first);
});

test("a purchase whose answer was lost is found after its address was changed", async () => {
  shop.answers["POST /checkout"] = [() => Response.error(), isEmpty, ok(placed)];
  const user = open();
  await pay(user);
  await screen.findByText(/We could not reach the shop/);
  await user.type(screen.getByLabelText("Street and number"), "a");
  await pay(user);
  await screen.findByText("Paid with pi_1");
  const [first, second, third] = calls("POST /checkout");
  expect(second?.key).not.toBe(first?.key);
  expect(third).toEqual(first);
});

test("after a reload the purchase of a lost answer is found, if there is one", async () => {
  shop.answers["POST /checkout"] = [() => Response.error(), isEmpty];
  const user = open();
  await pay(user);
  await screen.findByText(/We could not reach the shop/);
  const kept = { ...sessionStorage };
  cleanup();
  shop.answers["GET /basket"] = [ok(bought)];
  open();
  expect(await screen.findByText(/If you have just ordered/)).toBeVisible();
  cleanup();
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  shop.answers["POST /checkout"] = [ok(placed)];
  open();
  expect(await screen.findByText("Paid with no card")).toBeVisible();
  const [first, ...others] = calls("POST /checkout");
  expect(others).toEqual([first, first]);
});

test("a reload after the purchase leads to it", async () => {
  sessionStorage.setItem("account: placed purchase", JSON.stringify("p1"));
  shop.answers["GET /basket"] = [ok({ revision: 0, lines: [], notices: [] })];
  open();
  expect(await screen.findByText("Paid with no card")).toBeVisible();
});

test("the sum of another basket is never shown as the sum of this one", async () => {
  const user = open();
  await payButton();
  shop.answers["POST /quote"] = [ok({ ...emptied, basketRevision: 0 })];
  shop.answers["GET /basket"] = [ok(bought)];
  const code = screen.getByLabelText("Postal code");
  await user.clear(code);
  await user.type(code, "H2X 1Y5");
  expect(await screen.findByText("Your basket is empty")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Pay $0.00" })).not.toBeInTheDocument();
});

test("what another tab of this browser bought is one link away", async () => {
  const user = open();
  await pay(user);
  await screen.findByText("Paid with pi_1");
  cleanup();
  sessionStorage.clear();
  shop.answers["GET /basket"] = [ok(bought)];
  open();
  expect(await screen.findByRole("link", { name: "your order" })).toHaveAttribute(
    "href",
    "/purchases/p1",
  );
});

test("a basket that another tab buys meanwhile is not bought again", async () => {
  shop.answers["POST /checkout"] = [isEmpty];
  localStorage.setItem(
    "account: latest purchase",
    JSON.stringify({ path: "/purchases/p1", at: Date.now() }),
  );
  const user = open();
  await pay(user);
  expect(await screen.findByRole("link", { name: "your order" })).toHaveAttribute(
    "href",
    "/purchases/p1",
  );
});

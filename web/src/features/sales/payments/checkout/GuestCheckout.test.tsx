import { cleanup, screen, waitFor } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as session from "../../../../api/session/SessionProvider.tsx";
import {
  basket,
  calls,
  ok,
  open,
  pay,
  payButton,
  placed,
  post,
  quoted,
  refusal,
  shop,
  signOut,
  stripe,
} from "./checkout-test-shop.tsx";

function withoutLogin(guestCheckout: boolean) {
  signOut();
  shop.answers["GET /config"] = [
    ok({ stripeJs: "/v3.js", stripePublishableKey: "pk_test", guestCheckout }),
  ];
}

async function typeAddress(user: ReturnType<typeof userEvent.setup>) {
  const typed = [
    ["Name", "Bo"],
    ["Street and number", "1 Elm St"],
    ["City", "Montréal"],
    ["Postal code", "H2X 1Y4"],
  ] as const;
  for (const [label, text] of typed) await user.type(await screen.findByLabelText(label), text);
}

test("a visitor without a login is asked for the e-mail and pays", async () => {
  withoutLogin(true);
  const user = open();
  await typeAddress(user);
  await pay(user);
  expect(await screen.findByText("Please enter your e-mail.")).toBeVisible();
  expect(calls("POST /checkout")).toEqual([]);
  expect(screen.queryByLabelText(/Keep this address/)).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("E-mail"), "bo@example.com");
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")).toMatchObject([{ body: { email: "bo@example.com" } }]);
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
  expect(stripe.confirmPayment.mock.lastCall?.[0].confirmParams.return_url).toMatch(/guest-order/);
});

function signIn() {
  vi.mocked(session.useSession).mockReturnValue({
    state: { status: "signed-in", session: { uid: "1" } },
  } as unknown as ReturnType<typeof session.useSession>);
}

test("a visitor who typed only the e-mail has the saved address after a login", async () => {
  withoutLogin(true);
  const user = open();
  await user.type(await screen.findByLabelText("E-mail"), "ada@example.com");
  cleanup();
  signIn();
  open();
  expect(await screen.findByLabelText("Street and number")).toHaveValue("12 Garden Lane");
  expect(screen.getByRole("checkbox", { name: /Keep this address/ })).toBeChecked();
});

test("a visitor who typed an address has it after a login", async () => {
  withoutLogin(true);
  const user = open();
  await user.type(await screen.findByLabelText("Street and number"), "1 Elm St");
  cleanup();
  signIn();
  open();
  expect(await screen.findByLabelText("Street and number")).toHaveValue("1 Elm St");
  expect(screen.getByRole("checkbox", { name: /Keep this address/ })).not.toBeChecked();
});

test("an order that expired meanwhile leads to its page, and not to a login", async () => {
  withoutLogin(true);
  stripe.confirmPayment.mockResolvedValueOnce({ error: { type: "card_error", message: "No." } });
  const user = open();
  await typeAddress(user);
  await user.type(screen.getByLabelText("E-mail"), "bo@example.com");
  await pay(user);
  await screen.findByText(/is not paid yet/);
  shop.answers["POST /purchases/p1/payment"] = [
    refusal(401, { code: "unauthenticated", detail: "Your session has ended." }),
  ];
  await pay(user);
  expect(await screen.findByText("Paid with no card")).toBeVisible();
});

const atShop = {
  ...post,
  id: "shop",
  name: "Pick-up",
  price: 0,
  pickUp: true,
  payAtPickUp: true,
};

test("who has an account may pay at the shop, and a visitor may not", async () => {
  shop.answers["POST /quote"] = [ok({ ...quoted, method: "shop", methods: [atShop] })];
  shop.answers["POST /checkout"] = [ok({ ...placed, clientSecret: undefined, payAtPickUp: true })];
  const user = open();
  await user.click(await screen.findByRole("radio", { name: "At the shop" }));
  await user.click(await screen.findByRole("button", { name: /^(Order|Place)/ }));
  await waitFor(() =>
    expect(calls("POST /checkout")).toMatchObject([{ body: { payAtPickUp: true } }]),
  );
  cleanup();
  withoutLogin(true);
  await typeAddress(open());
  await payButton();
  expect(screen.queryByRole("radio", { name: "At the shop" })).not.toBeInTheDocument();
});

test("a shop without cards begins with the payment at the shop", async () => {
  shop.answers["GET /config"] = [ok({})];
  shop.answers["POST /quote"] = [ok({ ...quoted, method: "shop", methods: [atShop] })];
  const user = open();
  expect(await screen.findByRole("radio", { name: "At the shop" })).toBeChecked();
  expect(screen.getByText(/Pay when you pick it up/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "In another way" }));
  expect(screen.queryByText(/Pay when you pick it up/)).not.toBeInTheDocument();
});

test("a pick-up can be chosen before an address is typed", async () => {
  withoutLogin(true);
  const methods = [{ ...post, pickUp: false }, atShop];
  shop.answers["GET /basket"] = [ok({ ...basket, quote: { ...quoted, methods } })];
  shop.answers["POST /quote"] = [ok({ ...quoted, method: "shop", methods })];
  const user = open();
  await user.click(await screen.findByRole("radio", { name: /Pick-up/ }));
  expect(screen.getByRole("radio", { name: /Pick-up/ })).toBeChecked();
  expect(screen.getByRole("group", { name: "Your address" })).toBeVisible();
  expect(calls("POST /quote")).toEqual([]);
  await typeAddress(user);
  await payButton();
  expect(calls("POST /quote").at(-1)?.body.method).toBe("shop");
});

test("a shop that sells to accounts only asks for a login", async () => {
  withoutLogin(false);
  open();
  expect(await screen.findByText("Log in first")).toBeVisible();
});

test("what is too dear without a login says so at the top, and offers no way to pay", async () => {
  withoutLogin(true);
  const detail = "Please log in to buy for more than $500.00. Your basket stays as it is.";
  const problems = [{ code: "login_required", detail }];
  shop.answers["POST /quote"] = [ok({ ...quoted, total: 812.4, problems })];
  const user = open();
  await typeAddress(user);
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByRole("link", { name: "Create account" })).toHaveAttribute(
    "href",
    "/signup?returnTo=%2Fcheckout",
  );
  expect(screen.queryByRole("button", { name: /Pay|Calculating/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Sum" })).not.toBeInTheDocument();
  expect(screen.queryByText("or pay by card")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Street and number")).toHaveValue("1 Elm St");
});

test("what is too dear without a login says so before an address is typed", async () => {
  withoutLogin(true);
  const detail = "Please log in to buy for more than $500.00. Your basket stays as it is.";
  const problems = [{ code: "login_required", detail }];
  const answer = { ...basket, quote: { ...quoted, total: 640, problems } };
  shop.answers["GET /basket"] = [ok(answer)];
  open();
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getAllByRole("link", { name: "Log in" })[0]).toBeVisible();
  expect(screen.queryByRole("button", { name: /Pay|Calculating/ })).not.toBeInTheDocument();
  expect(screen.queryByText("or pay by card")).not.toBeInTheDocument();
  expect(calls("POST /quote")).toEqual([]);
});

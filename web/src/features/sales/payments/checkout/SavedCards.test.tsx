import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  calls,
  elements,
  ok,
  open,
  pay,
  post,
  quoted,
  refusal,
  shop,
  signOut,
  stripe,
} from "./checkout-test-shop.tsx";

const visa = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 12, expYear: 2099 };
const old = { id: "pm_2", brand: "mastercard", last4: "4444", expMonth: 1, expYear: 2020 };
const box = () => screen.findByRole("checkbox", { name: /Save this card/ });
const radio = (name: RegExp) => screen.findByRole("radio", { name });

test("Pay charges the saved card without typing", async () => {
  shop.answers["GET /saved-cards"] = [ok([visa, old])];
  const user = open();
  expect(await radio(/Visa.*ending in.*4242/)).toBeChecked();
  expect(await radio(/Mastercard.*Expired 01\/2020/)).toBeDisabled();
  expect(screen.queryByRole("checkbox", { name: /Save this card/ })).toBeNull();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /purchases/p1/payment").map(({ body }) => body)).toEqual([
    { total: 132.22, savedCard: "pm_1" },
  ]);
  expect(stripe.confirmPayment).toHaveBeenCalledExactlyOnceWith({
    clientSecret: "pi_2_secret",
    confirmParams: {
      payment_method: "pm_1",
      return_url: expect.stringContaining("/purchases/p1") as string,
    },
    redirect: "if_required",
  });
  expect(elements.submit).not.toHaveBeenCalled();
});

test("a declined saved card says so beside it, and another card pays the same order", async () => {
  shop.answers["GET /saved-cards"] = [ok([visa])];
  stripe.confirmPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
  const user = open();
  await radio(/Visa/);
  await pay(user);
  const problem = await screen.findByText("Your card was declined.");
  expect(problem.closest(".saved-card")).toHaveTextContent("4242");
  await user.click(await radio(/Use another card/));
  expect(screen.queryByText("Your card was declined.")).toBeNull();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")).toHaveLength(1);
  expect(calls("POST /purchases/p1/payment").at(-1)?.body).toEqual({ total: 132.22 });
  expect(elements.update).toHaveBeenLastCalledWith({ amount: 13_222, setupFutureUsage: null });
});

test("a card that is no longer saved is read again, and the form takes another", async () => {
  shop.answers["GET /saved-cards"] = [ok([visa]), ok([])];
  shop.answers["POST /purchases/p1/payment"] = [
    refusal(409, { code: "card_not_saved", detail: "This card is no longer saved." }),
    ok({ clientSecret: "pi_2_secret" }),
  ];
  const user = open();
  await radio(/Visa/);
  await pay(user);
  expect(await box()).not.toBeChecked();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
});

test("a card is saved only if the box is ticked", async () => {
  const user = open();
  expect(await box()).not.toBeChecked();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
  await user.click(await box());
  await pay(user);
  await screen.findByText("Your card was declined.");
  expect(elements.update).toHaveBeenLastCalledWith({
    amount: 13_222,
    setupFutureUsage: "on_session",
  });
  await user.click(await box());
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /purchases/p1/payment").map(({ body }) => body)).toEqual([
    { total: 132.22, saveCard: true },
    { total: 132.22 },
  ]);
});

test("the card form is there if the saved cards cannot be read", async () => {
  shop.answers["GET /saved-cards"] = [refusal(503, { code: "card_provider_unavailable" })];
  const user = open();
  expect(await box()).toBeVisible();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
});

test("a guest is offered no saved card", async () => {
  signOut();
  shop.answers["GET /config"] = [
    ok({ stripeJs: "/v3.js", stripePublishableKey: "pk_test", guestCheckout: true }),
  ];
  shop.answers["GET /saved-cards"] = [ok([visa])];
  open();
  await screen.findByRole("button", { name: "Pay" });
  await waitFor(() => expect(screen.queryByText("Loading your cards")).toBeNull());
  expect(screen.queryByRole("checkbox", { name: /Save this card/ })).toBeNull();
  expect(screen.queryByRole("radio", { name: /Visa/ })).toBeNull();
});

test("a chosen card that is gone leads to the form, and not to another saved card", async () => {
  const second = { ...visa, id: "pm_3", last4: "1881" };
  shop.answers["GET /saved-cards"] = [ok([visa, second]), ok([second])];
  shop.answers["POST /purchases/p1/payment"] = [
    refusal(409, { code: "card_not_saved", detail: "This card is no longer saved." }),
  ];
  const user = open();
  await radio(/4242/);
  await pay(user);
  await waitFor(() => expect(screen.queryByRole("radio", { name: /4242/ })).toBeNull());
  expect(await radio(/Use another card/)).toBeChecked();
  expect(await radio(/1881/)).not.toBeChecked();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

const leaveAndReturn = () =>
  act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
  });

test("cards that arrive late join the list, and the form stays", async () => {
  let arrive = (_: Response) => {};
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  shop.answers["GET /saved-cards"] = [refusal(503, { code: "card_provider_unavailable" })];
  open();
  const form = await box();
  const answers = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation((input) =>
    (input as Request).url.endsWith("/saved-cards") ? late : (answers as typeof fetch)(input),
  );
  await leaveAndReturn();
  expect(form).toBeVisible();
  await act(async () => arrive(Response.json([visa])));
  expect(await radio(/Visa/)).not.toBeChecked();
  expect(await radio(/Use another card/)).toBeChecked();
  expect(form).toBeVisible();
});

const atShop = { ...post, id: "shop", name: "Pick-up", pickUp: true, payAtPickUp: true };

test("while a payment runs, no other card and no other way to pay can be chosen", async () => {
  shop.answers["GET /saved-cards"] = [ok([visa])];
  shop.answers["POST /quote"] = [ok({ ...quoted, method: "shop", methods: [atShop] })];
  let answer = (_: object) => {};
  elements.submit.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const user = open();
  await user.click(await radio(/Use another card/));
  await pay(user);
  await screen.findByRole("button", { name: "Paying …" });
  expect(await radio(/Visa/)).toBeDisabled();
  expect(await radio(/At the shop/)).toBeDisabled();
  await act(async () => answer({ error: { message: "The card is incomplete." } }));
  await screen.findByText("The card is incomplete.");
  expect(await radio(/Visa/)).toBeEnabled();
  expect(await radio(/At the shop/)).toBeEnabled();
});

test("what was typed as another card stays while something else is chosen", async () => {
  shop.answers["GET /saved-cards"] = [ok([visa])];
  shop.answers["POST /quote"] = [ok({ ...quoted, method: "shop", methods: [atShop] })];
  const user = open();
  await user.click(await radio(/Use another card/));
  const form = await box();
  const frame = document.querySelector(".payment-frame");
  expect(frame).not.toBeNull();
  for (const [other, back] of [
    [/Visa/, /Use another card/],
    [/At the shop/, /By card/],
  ] as const) {
    await user.click(await radio(other));
    expect(form).not.toBeVisible();
    await user.click(await radio(back));
    expect(form).toBeVisible();
  }
  expect(document.querySelector(".payment-frame")).toBe(frame);
});

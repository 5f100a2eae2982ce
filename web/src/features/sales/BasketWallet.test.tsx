import type { Stripe } from "@stripe/stripe-js";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Basket, Quote } from "../../api/basket.ts";
import { makeQueryClient } from "../../api/query-client.ts";
import BasketWallet from "./BasketWallet.tsx";
import * as cardProvider from "./card-provider.ts";
import { FRAME_TIMEOUT } from "./card-provider.ts";

type Listener = (event: object) => unknown;
let listeners: Record<string, Listener>;
const element = {
  on: (event: string, listener: Listener) => Object.assign(listeners, { [event]: listener }),
  ...{ mount() {}, off() {}, update() {}, destroy() {} },
};
const elements = { create: vi.fn(), getElement: () => element, update: vi.fn(), submit: vi.fn() };
const stripe = {
  elements: vi.fn(),
  ...{ createToken: vi.fn(), createPaymentMethod: vi.fn(), confirmCardPayment: vi.fn() },
  confirmPayment: vi.fn(),
};

const line = { toolId: "7", toolName: "Dibber", quantity: 2, price: 50, total: 100 };
const basket = {
  ...{ revision: 3, notices: [], hasCharges: true },
  lines: [{ ...line, slug: "dibber", img: "", imgAlt: "", changes: [], priceSteps: [] }],
} as unknown as Basket;
const quoteOf = (digest: string, total: number) => ({
  ...{ goods: 100, shipping: 15, digest, total, lines: [line], problems: [], method: "post" },
  taxes: [{ tax: "HST", rate: 14, base: 115, amount: total - 115 }],
  methods: [{ id: "post", name: "Canada Post", text: "", price: 15, daysFrom: 3, daysTo: 8 }],
  destination: { province: "NS" },
});
const shown = quoteOf("shown", 131.1) as unknown as Quote;

let sent: { call: string; body: Record<string, unknown> }[];
let answers: Record<string, Response>;
const onPaying = vi.fn();

beforeEach(() => {
  listeners = {};
  sent = [];
  onPaying.mockReset();
  elements.create.mockReset().mockReturnValue(element);
  elements.update.mockReset();
  elements.submit.mockReset().mockResolvedValue({ selectedPaymentMethod: "apple_pay" });
  stripe.elements.mockReset().mockReturnValue(elements);
  stripe.confirmPayment
    .mockReset()
    .mockResolvedValue({ paymentIntent: { id: "pi_1", status: "succeeded" } });
  answers = {
    "GET /config": Response.json({ stripeJs: "/v3.js", stripePublishableKey: "pk_test" }),
    "POST /quote": Response.json(quoteOf("quebec", 132.22)),
    "POST /checkout": Response.json({ purchaseId: "p1", total: 132.22, clientSecret: "secret" }),
  };
  vi.spyOn(cardProvider, "loadCardProvider").mockResolvedValue(stripe as unknown as Stripe);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api", "")}`;
    if (request.method === "POST") sent.push({ call, body: await request.json() });
    return answers[call] ?? Response.json({});
  });
});

function Purchase() {
  const { transactionId, problem } = useLocation().state;
  return <p>{transactionId ? `Paid with ${transactionId}` : problem}</p>;
}

async function open(isGuest = false) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/basket"]}>
        <Routes>
          <Route
            path="/basket"
            element={
              <BasketWallet
                basket={basket}
                quote={shown}
                onPaying={onPaying}
                isGuest={isGuest}
                or="or"
              />
            }
          />
          <Route path="/purchases/p1" element={<Purchase />} />
          <Route path="/guest-order" element={<Purchase />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(listeners.click).toBeDefined());
}

const tell = (event: string, detail: object) => act(async () => void listeners[event]?.(detail));
const MONTREAL = { city: "Montréal", state: "QC", country: "CA" };
const address = { ...MONTREAL, line1: "1250 Sherbrooke", line2: "4", postal_code: "H2X 1Y4" };

async function choosePlace() {
  const resolve = vi.fn();
  const reject = vi.fn();
  await tell("click", { resolve: vi.fn(), reject });
  const partial = { ...MONTREAL, postal_code: "H2X" };
  await tell("shippingaddresschange", { name: "", address: partial, resolve, reject });
  await waitFor(() => expect(resolve.mock.calls.length + reject.mock.calls.length).toBe(1));
  return { resolve, reject };
}

async function agree(email?: string) {
  const paymentFailed = vi.fn();
  const shippingAddress = { name: "Ada Moss", address };
  const billingDetails = { name: "Ada Moss", address, email };
  await tell("confirm", { shippingAddress, billingDetails, paymentFailed });
  return paymentFailed;
}

test("a place that stays empty goes, and comes when the wallet answers late", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  await act(() => vi.advanceTimersByTimeAsync(FRAME_TIMEOUT - 1000));
  expect(screen.getByText("or")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText("or")).not.toBeVisible();
  await tell("ready", { availablePaymentMethods: { applePay: true } });
  expect(screen.getByText("or")).toBeVisible();
  vi.useRealTimers();
});

test("a click is answered at once with the sum of the page", async () => {
  await open();
  const resolve = vi.fn();
  act(() => void listeners.click?.({ resolve, reject: vi.fn() }));
  expect(resolve).toHaveBeenCalledOnce();
  const [{ lineItems, shippingRates }] = resolve.mock.lastCall ?? [];
  expect(lineItems.map(({ amount }: { amount: number }) => amount)).toEqual([10_000, 1_500, 1_610]);
  expect(shippingRates).toHaveLength(1);
  expect(stripe.elements.mock.lastCall?.[0]).toMatchObject({
    ...{ mode: "payment", amount: 13_110, currency: "cad" },
    allowedPaymentMethodTypes: ["card", "link"],
  });
  expect(sent).toEqual([]);
});

test("the wallet's place decides the sum, and the whole address buys what the sheet shows", async () => {
  await open();
  const { resolve } = await choosePlace();
  expect(sent).toEqual([
    {
      call: "POST /quote",
      body: { address: { province: "QC", postalCode: "H2X" }, method: "post" },
    },
  ]);
  expect(elements.update).toHaveBeenLastCalledWith({ amount: 13_222 });
  expect(resolve.mock.lastCall?.[0].lineItems.at(-1)).toEqual({ name: "HST 14%", amount: 1_722 });
  await agree();
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({
    ...{ basketRevision: 3, digest: "quebec", method: "post" },
    address: {
      ...{ name: "Ada Moss", street: "1250 Sherbrooke", unit: "4", city: "Montréal" },
      ...{ province: "QC", postalCode: "H2X 1Y4" },
    },
  });
  expect(stripe.confirmPayment.mock.lastCall?.[0]).toMatchObject({
    ...{ elements, clientSecret: "secret", redirect: "if_required" },
    confirmParams: { return_url: `${window.location.origin}/purchases/p1` },
  });
  expect(onPaying.mock.calls).toEqual([[true]]);
});

test("another delivery is quoted for the same place", async () => {
  await open();
  await choosePlace();
  answers["POST /quote"] = Response.json(quoteOf("fast", 150));
  const resolve = vi.fn();
  await tell("shippingratechange", { shippingRate: { id: "fast" }, resolve, reject: vi.fn() });
  await waitFor(() => expect(resolve).toHaveBeenCalledOnce());
  expect(sent.at(-1)?.body).toEqual({
    ...{ address: { province: "QC", postalCode: "H2X" }, method: "fast" },
  });
  expect(elements.update).toHaveBeenLastCalledWith({ amount: 15_000 });
});

test("another total stops the payment and is told; nothing is charged", async () => {
  const detail = "The price of Dibber was $50.00, now it is $60.00.";
  answers["POST /checkout"] = Response.json(
    { code: "quote_changed", detail, quote: quoteOf("new", 155.22), changes: [detail] },
    { status: 409 },
  );
  await open();
  await choosePlace();
  const paymentFailed = await agree();
  expect(await screen.findByText(/The total is \$155.22 now/)).toBeVisible();
  expect(paymentFailed.mock.lastCall?.[0]).toMatchObject({ reason: "fail" });
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  expect(onPaying.mock.calls).toEqual([[true], [false]]);
});

test("a place without delivery is refused in the wallet and explained on the page", async () => {
  const detail = "We do not deliver to this place in Québec. We deliver to Nova Scotia.";
  const problems = [{ code: "not_delivered_there", detail }];
  answers["POST /quote"] = Response.json({ ...quoteOf("none", 115), problems });
  await open();
  const { resolve, reject } = await choosePlace();
  expect([resolve.mock.calls.length, reject.mock.calls.length]).toEqual([0, 1]);
  expect(await screen.findByText(detail)).toBeVisible();
});

test("a declined card leads to the purchase, which waits for another one", async () => {
  stripe.confirmPayment.mockResolvedValue({ error: { message: "Your card was declined." } });
  await open();
  await choosePlace();
  const paymentFailed = await agree();
  expect(await screen.findByText("Your card was declined.")).toBeVisible();
  expect(paymentFailed).toHaveBeenCalledOnce();
});

test("a visitor's wallet is asked for the e-mail, which has the purchase", async () => {
  await open(true);
  expect(elements.create.mock.lastCall?.[1]).toMatchObject({ emailRequired: true });
  await choosePlace();
  await agree("ada@example.com");
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({
    ...{ email: "ada@example.com", digest: "quebec" },
    address: { name: "Ada Moss", street: "1250 Sherbrooke" },
  });
  expect(stripe.confirmPayment.mock.lastCall?.[0].confirmParams).toEqual({
    return_url: `${window.location.origin}/guest-order#purchase=p1`,
  });
});

test("without an e-mail a visitor's wallet buys nothing", async () => {
  await open(true);
  await choosePlace();
  const paymentFailed = await agree();
  expect(await screen.findByText(/did not tell an e-mail address/)).toBeVisible();
  expect(paymentFailed).toHaveBeenCalledOnce();
  expect(sent.filter(({ call }) => call === "POST /checkout")).toEqual([]);
});

test("a visitor who has to log in for this sum reads it and is not charged", async () => {
  const detail = "Please log in to buy for more than $100.00. Your basket stays as it is.";
  answers["POST /checkout"] = Response.json({ code: "login_required", detail }, { status: 409 });
  await open(true);
  await choosePlace();
  const paymentFailed = await agree("ada@example.com");
  expect(await screen.findByText(detail)).toBeVisible();
  expect(paymentFailed.mock.lastCall?.[0]).toMatchObject({ message: detail });
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

test("the wallet of an account is not asked for the e-mail", async () => {
  await open();
  expect(elements.create.mock.lastCall?.[1]).not.toHaveProperty("emailRequired");
  await choosePlace();
  await agree("ada@example.com");
  await screen.findByText("Paid with pi_1");
  expect(sent.at(-1)?.body).not.toHaveProperty("email");
});

test("a closed sheet leaves the basket and the page's sum as they are", async () => {
  await open();
  await choosePlace();
  await tell("cancel", {});
  expect(elements.update).toHaveBeenLastCalledWith({ amount: 13_110 });
  expect(sent.filter(({ call }) => call === "POST /checkout")).toEqual([]);
});

import type { Stripe } from "@stripe/stripe-js";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { currentShop, setShop } from "../../../api/shop.ts";
import { receiptPath } from "../../../page-paths.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import * as cardProvider from "../card-provider.ts";
import { CardPayment } from "./CardPayment.tsx";

const order: Order = {
  _id: "o1",
  number: 1042,
  toolId: "7",
  toolName: "Dibber",
  orderQuantity: 20,
  price: 0.1,
  totalPrice: 2,
  customerEmail: "ann@example.com",
  customerName: "Ann",
  phone: "",
  address: "",
  paid: false,
  createdAt: "2026-11-01T00:00:00Z",
};

const succeeded = { paymentIntent: { id: "pi_1", status: "succeeded" } };
const waiting = { paymentIntent: { id: "pi_1", status: "requires_payment_method" } };

/** Whether the frame of the card fields loads. */
let frameLoads = true;
const cardElement = {
  ...{ mount() {}, off() {}, once() {}, update() {}, destroy() {} },
  on: (event: string, tell: (event: object) => void) => {
    if (event === "ready" && frameLoads) queueMicrotask(() => tell({}));
  },
};
const elements = { create: () => cardElement, getElement: () => cardElement, update() {} };
const stripe = {
  elements: () => elements,
  createToken: vi.fn(),
  createPaymentMethod: vi.fn(),
  confirmCardPayment: vi.fn(),
  retrievePaymentIntent: vi.fn(),
};

const refusal = (status: number, code: string) => () =>
  Response.json({ code, detail: `The server says ${code}.` }, { status });

let config: object;
let secret: () => Response;
let sendsEmail: boolean;
/** What each PATCH answers, in turn; the last again and again. */
let patches: (() => Response)[];
let patched: unknown[];

beforeEach(() => {
  config = { stripeJs: "/v3.js", stripePublishableKey: "pk_test" };
  secret = () => Response.json({ clientSecret: "pi_1_secret" });
  patches = [() => Response.json({ acknowledged: true, modifiedCount: 1 })];
  patched = [];
  frameLoads = true;
  sendsEmail = true;
  stripe.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: "pm_1" } });
  stripe.confirmCardPayment.mockReset().mockResolvedValue(succeeded);
  stripe.retrievePaymentIntent.mockResolvedValue(waiting);
  vi.spyOn(cardProvider, "loadCardProvider").mockImplementation(
    async () => stripe as unknown as Stripe,
  );
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    if (pathname === "/api/config") return Response.json({ ...config, sendsEmail });
    if (pathname === "/api/create-payment-intent") return secret();
    if (request.method !== "PATCH") return Response.json(order);
    patched.push(await request.json());
    const [next] = patches.length > 1 ? patches.splice(0, 1) : patches;
    return next ? next() : Response.error();
  });
});

function open() {
  render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter initialEntries={["/dashboard/payment/o1"]}>
          <CardPayment order={order} />
          <ToastOutlet />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
  return userEvent.setup();
}

const payButton = () => screen.queryByRole("button", { name: "Pay" });
const outcome = () => screen.findByText(/Congratulation/, { selector: "[role=status] p" });

async function pay(user: ReturnType<typeof userEvent.setup>) {
  await waitFor(() => expect(payButton()).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
}

test("a card that pays is told to the shop, and the words have the focus", async () => {
  const user = open();
  await pay(user);
  const said = (await outcome()).closest("[role=status]");
  expect(said).toHaveTextContent("Transaction id pi_1");
  expect(said).toHaveFocus();
  expect(screen.getByRole("link", { name: "Receipt" })).toHaveAttribute("href", receiptPath("o1"));
  expect(screen.getByRole("link", { name: "Continue shopping" })).toHaveAttribute("href", "/tool");
  expect(patched).toEqual([{ orders: "o1", transactionId: "pi_1", status: "pending" }]);
  expect(payButton()).not.toBeInTheDocument();
});

test("without a card provider the page says how to pay", async () => {
  config = { stripeJs: null, stripePublishableKey: null };
  open();
  expect(await screen.findByText("How to pay")).toBeVisible();
  expect(screen.getByText("Please contact us about the payment: 902 555-0142.")).toBeVisible();
  act(() => setShop({ ...currentShop(), howToPay: "e-Transfer to pay@fern.example" }));
  expect(screen.getByText("e-Transfer to pay@fern.example")).toBeVisible();
  expect(
    screen.getByText(/^Write #\d+ in the message. We hold your tools until you pay.$/),
  ).toBeVisible();
  act(() => setShop());
  expect(payButton()).not.toBeInTheDocument();
});

test.each([true, false])("a paid order says what ships; e-mail is on: %s", async (isOn) => {
  sendsEmail = isOn;
  const user = open();
  await pay(user);
  const said = (await outcome()).closest("[role=status]");
  expect(said).toHaveTextContent("We will pack 20 × Dibber and ship it.");
  const email = "We e-mail your confirmation to ann@example.com";
  if (isOn) expect(said).toHaveTextContent(email);
  else expect(said).not.toHaveTextContent(email);
});

test("Pay waits for the secret and for the provider, and then names the buyer", async () => {
  let tellSecret = () => {};
  let bringProvider = () => {};
  const told = new Promise<void>((resolve) => {
    tellSecret = resolve;
  });
  const brought = new Promise<void>((resolve) => {
    bringProvider = resolve;
  });
  const answer = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation(async (input) => {
    if ((input as Request).url.endsWith("/create-payment-intent")) await told;
    return answer?.(input) ?? Response.error();
  });
  vi.mocked(cardProvider.loadCardProvider).mockImplementation(async () => {
    await brought;
    return stripe as unknown as Stripe;
  });
  const user = open();
  expect(await screen.findByRole("button", { name: "Pay" })).toBeDisabled();
  await act(async () => tellSecret());
  await waitFor(() => expect(payButton()).toBeDisabled());
  await act(async () => bringProvider());
  await pay(user);
  await outcome();
  expect(stripe.createPaymentMethod).toHaveBeenLastCalledWith(
    expect.objectContaining({ billing_details: { name: "Ann", email: "ann@example.com" } }),
  );
});

test("when the shop does not answer it is told again, and the card is not charged again", async () => {
  patches = [refusal(503, "provider_unavailable"), ...patches];
  const user = open();
  await pay(user);
  expect(await screen.findByText(/Please do not pay again/)).toBeVisible();
  expect(payButton()).not.toBeInTheDocument();
  await waitFor(outcome);
  expect(patched).toHaveLength(2);
  expect(stripe.confirmCardPayment).toHaveBeenCalledTimes(1);
});

test("when the shop refuses to enter a payment, paying again is not offered", async () => {
  patches = [refusal(409, "payment_not_succeeded"), ...patches];
  const user = open();
  await pay(user);
  expect(await screen.findByText("The server says payment_not_succeeded.")).toBeVisible();
  expect(payButton()).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await outcome()).toBeVisible();
  expect(stripe.confirmCardPayment).toHaveBeenCalledTimes(1);
});

test("what was paid before a reload is entered without paying again", async () => {
  stripe.retrievePaymentIntent.mockResolvedValue(succeeded);
  open();
  expect(await outcome()).toBeVisible();
  expect(patched).toContainEqual({ orders: "o1", transactionId: "pi_1", status: "pending" });
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
});

test("the provider's word that it was paid already counts as paid", async () => {
  const { paymentIntent: payment_intent } = succeeded;
  stripe.confirmCardPayment.mockResolvedValue({ error: { message: "unexpected", payment_intent } });
  const user = open();
  await pay(user);
  expect(await outcome()).toBeVisible();
});

test("a payment the bank is still working on is not asked for again", async () => {
  stripe.confirmCardPayment.mockResolvedValue({
    paymentIntent: { id: "pi_1", status: "processing" },
  });
  const user = open();
  await pay(user);
  expect(await screen.findByText(/do not pay again/)).toBeVisible();
  expect(patched).toEqual([]);
});

test("a declined card is told in the provider's words, and another can be tried", async () => {
  stripe.confirmCardPayment.mockResolvedValueOnce({
    error: { message: "Your card was declined." },
  });
  const user = open();
  await pay(user);
  expect(await screen.findByText("Your card was declined.")).toBeVisible();
  await pay(user);
  expect(await outcome()).toBeVisible();
});

test("without a secret the page shows the server's reason, and nothing can be paid", async () => {
  secret = refusal(409, "no_payable_order");
  open();
  expect(await screen.findByText("The server says no_payable_order.")).toBeVisible();
  expect(payButton()).not.toBeInTheDocument();
});

/** This page has a document of its own, so the way back is in the address. */
const LOGIN = "/login?returnTo=%2Fdashboard%2Fpayment%2Fo1";

test("a payment after the session has ended offers to log in instead of another try", async () => {
  patches = [refusal(401, "unauthenticated")];
  const user = open();
  await pay(user);
  const link = await screen.findByRole("link", { name: "Log in and continue" });
  expect(link).toHaveAttribute("href", LOGIN);
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test("a session that ended offers to log in", async () => {
  secret = refusal(401, "unauthenticated");
  open();
  expect(await screen.findByText(/session has ended/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Login" })).toHaveAttribute("href", LOGIN);
});

test("a provider out of reach is told, and there is nothing to press but another try", async () => {
  vi.mocked(cardProvider.loadCardProvider).mockRejectedValue(new Error("blocked"));
  open();
  expect(await screen.findByText(/The card form did not load/)).toBeVisible();
  expect(payButton()).not.toBeInTheDocument();
});

test("the payment of a deleted order shows no sentence of the provider", async () => {
  const canceled = { id: "pi_1", status: "canceled" };
  const message = "You cannot confirm this PaymentIntent because it has a status of canceled.";
  stripe.confirmCardPayment.mockResolvedValue({ error: { message, payment_intent: canceled } });
  const user = open();
  await pay(user);
  expect(await screen.findByText(/This order cannot be paid right now/)).toBeVisible();
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

test("a payment that was stopped is replaced, and the next press pays", async () => {
  const canceled = { id: "pi_1", status: "canceled" };
  stripe.confirmCardPayment
    .mockResolvedValueOnce({ error: { message: "canceled", payment_intent: canceled } })
    .mockResolvedValueOnce({ paymentIntent: { id: "pi_2", status: "succeeded" } });
  const user = open();
  await waitFor(() => expect(payButton()).toBeEnabled());
  secret = () => Response.json({ clientSecret: "pi_2_secret" });
  await pay(user);
  expect(await screen.findByText(/stopped and you were not charged/)).toBeVisible();
  await pay(user);
  await outcome();
  expect(stripe.confirmCardPayment).toHaveBeenLastCalledWith("pi_2_secret", expect.anything());
});

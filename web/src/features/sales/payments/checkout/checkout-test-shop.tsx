import type { Stripe } from "@stripe/stripe-js";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as session from "../../../../api/session/SessionProvider.tsx";
import * as liveStock from "../../../../api/use-live-stock.ts";
import * as cardProvider from "../../card-provider.ts";
import CheckoutPage from "./CheckoutPage.tsx";

const cardElement = {
  ...{ mount() {}, off() {}, once() {}, update() {}, destroy() {} },
  on: (event: string, tell: (event: object) => void) => {
    if (event === "ready" && shop.frameLoads) queueMicrotask(() => tell({}));
  },
};
export const elements = {
  create: () => cardElement,
  getElement: () => cardElement,
  update: vi.fn(),
  submit: vi.fn(),
};
export const stripe = {
  elements: () => elements,
  createToken: vi.fn(),
  createPaymentMethod: vi.fn(),
  confirmCardPayment: vi.fn(),
  confirmPayment: vi.fn(),
};

export const address = {
  ...{ name: "Ada Moss", street: "12 Garden Lane", unit: "4", city: "Montréal" },
  ...{ province: "QC", postalCode: "H2X 1Y4" },
};

const line = { toolId: "7", toolName: "Dibber", quantity: 2, price: 50, total: 100 };

export const basket = {
  ...{ revision: 3, notices: [], hasCharges: true },
  lines: [{ ...line, slug: "dibber", img: "", imgAlt: "", changes: [], priceSteps: [] }],
};

export const post = {
  id: "post",
  name: "Canada Post",
  text: "",
  price: 15,
  daysFrom: 3,
  daysTo: 8,
};

export const quoted = {
  ...{ goods: 100, shipping: 15, total: 132.22, digest: "d1", lines: [line], problems: [] },
  ...{ method: "post", methods: [{ ...post, pickUp: false }] },
  taxes: [
    { tax: "GST", rate: 5, base: 115, amount: 5.75 },
    { tax: "QST", rate: 9.975, base: 115, amount: 11.47 },
  ],
  destination: { province: "QC", postalCode: "H2X 1Y4" },
};

export const placed = {
  purchaseId: "p1",
  number: 1042,
  total: 132.22,
  clientSecret: "pi_1_secret",
};

interface Sent {
  call: string;
  key: string | null;
  body: {
    digest?: string;
    email?: string;
    payAtPickUp?: boolean;
    address?: Record<string, string>;
    method?: string;
  };
}

/** The shop and the card provider of a test. */
export const shop = {
  sent: [] as Sent[],
  /** The answers of each method and path in turn. The last one repeats. */
  answers: {} as Record<string, (() => Response)[]>,
  quoteArrives: undefined as Promise<void> | undefined,
  /** Whether the frame of the card fields loads. */
  frameLoads: true,
};

export const refusal = (status: number, problem: object) => () =>
  Response.json(problem, { status });
export const ok = (body: unknown) => () => Response.json(body);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  shop.quoteArrives = undefined;
  shop.frameLoads = true;
  shop.sent = [];
  shop.answers = {
    "GET /basket": [ok(basket)],
    "GET /checkout": [ok({ address })],
    "GET /saved-cards": [ok([])],
    "GET /config": [ok({ stripeJs: "/v3.js", stripePublishableKey: "pk_test" })],
    "POST /quote": [ok(quoted)],
    "POST /checkout": [ok(placed)],
    "POST /purchases/p1/payment": [ok({ clientSecret: "pi_2_secret" })],
  };
  elements.update.mockReset();
  elements.submit.mockReset().mockResolvedValue({ selectedPaymentMethod: "card" });
  stripe.confirmPayment
    .mockReset()
    .mockResolvedValue({ paymentIntent: { id: "pi_1", status: "succeeded" } });
  vi.spyOn(cardProvider, "loadCardProvider").mockResolvedValue(stripe as unknown as Stripe);
  vi.spyOn(liveStock, "useLiveStock").mockReturnValue();
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "ada@example.com", name: "Ada Moss" });
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-in", session: { uid: "1" } },
  } as unknown as ReturnType<typeof session.useSession>);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api", "")}`;
    const all = shop.answers[call] ?? [ok({})];
    const [answer] = all.length > 1 ? all.splice(0, 1) : all;
    if (request.method === "POST") {
      const text = await request.text();
      const key = request.headers.get("Idempotency-Key");
      shop.sent.push({ call, key, body: text ? JSON.parse(text) : {} });
    }
    if (call === "POST /quote") await shop.quoteArrives;
    return (answer ?? ok({}))();
  });
});

function Purchase() {
  const { transactionId = "no card" } = useLocation().state ?? {};
  return <p>Paid with {transactionId}</p>;
}

export function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/checkout"]}>
        <Routes>
          <Route path="/checkout" element={<CheckoutPage />} />
          <Route path="/purchases/p1" element={<Purchase />} />
          <Route path="/guest-order" element={<Purchase />} />
          <Route path="/login" element={<p>Log in first</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

export const payButton = (amount = "$132.22") =>
  screen.findByRole("button", { name: `Pay ${amount}` });
export const calls = (call: string) => shop.sent.filter((one) => one.call === call);

export async function pay(user: ReturnType<typeof userEvent.setup>, amount?: string) {
  const button = await payButton(amount);
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

/** An account signs out, or its session ends by itself. */
export const signOut = (hasEnded = false) =>
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-out", hasEnded },
  } as unknown as ReturnType<typeof session.useSession>);

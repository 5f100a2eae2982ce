import type { Stripe } from "@stripe/stripe-js";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as session from "../../../../api/session/SessionProvider.tsx";
import * as liveStock from "../../../../api/use-live-stock.ts";
import * as cardProvider from "../../card-provider.ts";
import CheckoutPage from "./CheckoutPage.tsx";

const cardElement = { mount() {}, on() {}, off() {}, once() {}, update() {}, destroy() {} };
const elements = {
  create: () => cardElement,
  getElement: () => cardElement,
  update: vi.fn(),
  submit: vi.fn(),
};
const stripe = {
  elements: () => elements,
  createToken: vi.fn(),
  createPaymentMethod: vi.fn(),
  confirmCardPayment: vi.fn(),
  confirmPayment: vi.fn(),
};

const address = {
  ...{ name: "Ada Moss", street: "12 Garden Lane", unit: "4", city: "Montréal" },
  ...{ province: "QC", postalCode: "H2X 1Y4" },
};

const line = { toolId: "7", toolName: "Dibber", quantity: 2, price: 50, total: 100 };

const basket = {
  ...{ revision: 3, notices: [], hasCharges: true },
  lines: [{ ...line, slug: "dibber", img: "", imgAlt: "", changes: [], priceSteps: [] }],
};

const post = { id: "post", name: "Canada Post", text: "", price: 15, daysFrom: 3, daysTo: 8 };

const quoted = {
  ...{ goods: 100, shipping: 15, total: 132.22, digest: "d1", lines: [line], problems: [] },
  ...{ method: "post", methods: [{ ...post, pickUp: false }] },
  taxes: [
    { tax: "GST", rate: 5, base: 115, amount: 5.75 },
    { tax: "QST", rate: 9.975, base: 115, amount: 11.47 },
  ],
  destination: { province: "QC", postalCode: "H2X 1Y4" },
};

const placed = { purchaseId: "p1", number: 1042, total: 132.22, clientSecret: "pi_1_secret" };

interface Sent {
  call: string;
  key: string | null;
  body: { digest?: string; email?: string; address?: Record<string, string>; method?: string };
}

let sent: Sent[];
/** By method and path: what it answers, in turn; the last again and again. */
let answers: Record<string, (() => Response)[]>;
let quoteArrives: Promise<void> | undefined;

const refusal = (status: number, problem: object) => () => Response.json(problem, { status });
const ok = (body: unknown) => () => Response.json(body);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  quoteArrives = undefined;
  sent = [];
  answers = {
    "GET /basket": [ok(basket)],
    "GET /checkout": [ok({ address })],
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
    const all = answers[call] ?? [ok({})];
    const [answer] = all.length > 1 ? all.splice(0, 1) : all;
    if (request.method === "POST") {
      const text = await request.text();
      const key = request.headers.get("Idempotency-Key");
      sent.push({ call, key, body: text ? JSON.parse(text) : {} });
    }
    if (call === "POST /quote") await quoteArrives;
    return (answer ?? ok({}))();
  });
});

const Purchase = () => <p>Paid with {useLocation().state?.transactionId ?? "no card"}</p>;

function open() {
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

const payButton = (amount = "$132.22") => screen.findByRole("button", { name: `Pay ${amount}` });
const calls = (call: string) => sent.filter((one) => one.call === call);

async function pay(user: ReturnType<typeof userEvent.setup>, amount?: string) {
  const button = await payButton(amount);
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

test("a saved address and one press pay what the page shows", async () => {
  const user = open();
  const button = await payButton();
  expect(screen.getByText("QST 9.975%")).toBeVisible();
  await waitFor(() => expect(button).toBeEnabled());
  await user.tripleClick(button);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")).toMatchObject([
    { body: { basketRevision: 3, digest: "d1", method: "post", saveAddress: true, address } },
  ]);
  expect(calls("POST /checkout")[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  // The provider refuses another amount than the intent's.
  expect(elements.update).toHaveBeenLastCalledWith({ amount: 13_222 });
  const confirmParams = { return_url: `${window.location.origin}/purchases/p1` };
  expect(stripe.confirmPayment.mock.calls).toEqual([
    [{ elements, clientSecret: "pi_1_secret", confirmParams, redirect: "if_required" }],
  ]);
});

test("after a declined card the next press pays the same purchase", async () => {
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { message: "Your card was declined." },
  });
  answers["GET /basket"]?.push(ok({ revision: 0, lines: [], notices: [] }));
  const user = open();
  await pay(user);
  expect(await screen.findByText("Your card was declined.")).toBeVisible();
  expect(screen.getByText(/Your order #1042 is not paid yet/)).toBeVisible();
  expect(screen.getByLabelText("City")).toBeDisabled();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")).toHaveLength(1);
  expect(calls("POST /purchases/p1/payment")).toHaveLength(1);
  expect(stripe.confirmPayment.mock.lastCall?.[0].clientSecret).toBe("pi_2_secret");
});

test("a card that is not complete places nothing", async () => {
  elements.submit.mockResolvedValue({
    error: { message: "Your number is incomplete." },
  });
  await pay(open());
  expect(await screen.findByText("Your number is incomplete.")).toBeVisible();
  expect(calls("POST /checkout")).toEqual([]);
});

test("another price is shown before it is charged", async () => {
  const detail = "The price of Dibber was $50.00, now it is $60.00.";
  const quote = { ...quoted, digest: "d2", goods: 120, total: 155.22 };
  answers["POST /checkout"]?.unshift(
    refusal(409, { code: "quote_changed", detail, quote, changes: [detail] }),
  );
  const user = open();
  await pay(user);
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByText("The total was $132.22, now it is $155.22.")).toBeVisible();
  await pay(user, "$155.22");
  await screen.findByText("Paid with pi_1");
  const [first, second] = calls("POST /checkout");
  expect([first?.body.digest, second?.body.digest]).toEqual(["d1", "d2"]);
  expect(second?.key).not.toBe(first?.key);
});

test("a lost answer is asked for again with the same key", async () => {
  answers["POST /checkout"]?.unshift(() => Response.error());
  const user = open();
  await pay(user);
  expect(await screen.findByText(/We could not reach the shop/)).toBeVisible();
  await pay(user);
  await screen.findByText("Paid with pi_1");
  const [first, second] = calls("POST /checkout");
  expect(second).toEqual(first);
});

test("another delivery shows at once, and is paid for only when its quote came", async () => {
  const shop = { ...post, id: "shop", name: "Pick-up", price: 0, pickUp: true };
  const both = { ...quoted, methods: [...quoted.methods, shop] };
  const fetched = { ...both, method: "shop", shipping: 0, digest: "d2", total: 114.98 };
  answers["POST /quote"] = [ok(both), ok(fetched)];
  const user = open();
  await waitFor(async () => expect(await payButton()).toBeEnabled());
  await screen.findByRole("radio", { name: /Canada Post/ });
  let arrive = () => {};
  quoteArrives = new Promise((resolve) => {
    arrive = resolve;
  });
  await user.click(screen.getByRole("radio", { name: /Pick-up/ }));
  expect(screen.getByRole("radio", { name: /Pick-up/ })).toBeChecked();
  const wait = screen.getByRole("button", { name: "Calculating …" });
  expect(wait).toBeDisabled();
  await user.click(wait);
  expect(calls("POST /checkout")).toEqual([]);
  arrive();
  await pay(user, "$114.98");
  await screen.findByText("Paid with pi_1");
  expect(calls("POST /checkout")).toMatchObject([{ body: { digest: "d2", method: "shop" } }]);
});

test("the place and the delivery of the basket are where the checkout begins", async () => {
  const chosen = { province: "AB", postalCode: "T2X 1Y4", method: "shop" };
  localStorage.setItem("account: basket place", JSON.stringify(chosen));
  open();
  await payButton();
  expect(screen.getByLabelText("Postal code")).toHaveValue("T2X 1Y4");
  expect(screen.getByLabelText("Province or territory")).toHaveValue("AB");
  expect(screen.getByLabelText("Name")).toHaveValue("Ada Moss");
  // The saved address is in another place.
  expect(screen.getByLabelText("Street and number")).toHaveValue("");
  const place = { province: "AB", postalCode: "T2X 1Y4" };
  expect(calls("POST /quote").map(({ body }) => body)).toEqual([
    { address: place, method: "shop" },
  ]);
});

test("a saved address of the chosen place is there as a whole", async () => {
  localStorage.setItem("account: basket place", JSON.stringify({ province: "QC" }));
  const user = open();
  await payButton();
  expect(screen.getByLabelText("Street and number")).toHaveValue("12 Garden Lane");
  await pay(user);
  await screen.findByText("Paid with pi_1");
  expect(localStorage.getItem("account: basket place")).toBeNull();
});

test("a street that looks like a building asks for its unit and lets the customer go on", async () => {
  const user = open();
  await payButton();
  const street = screen.getByLabelText("Street and number");
  const warning = /The number of the apartment or suite seems to be missing/;
  await user.type(street, " Apt");
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText("Unit (optional)"));
  expect(screen.getByText(warning)).toBeVisible();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
});

test("a line that cannot be bought leads back to the basket", async () => {
  const detail = "Dibber: Only 1 is left.";
  answers["POST /checkout"] = [refusal(409, { code: "not_enough_stock", detail })];
  await pay(open());
  expect(await screen.findByText(detail)).toBeVisible();
  const back = screen.getByRole("link", { name: "Back to the basket" });
  expect(back).toHaveAttribute("href", "/basket");
});

test("a postal code of another province offers both corrections", async () => {
  const detail = "H2X 1Y4 lies in Québec. Please change the province, or check the postal code.";
  const mismatch = { field: "address.province", code: "province_mismatch", detail };
  answers["POST /quote"] = [
    refusal(422, { code: "invalid_field", errors: [mismatch], province: "QC" }),
    ok(quoted),
  ];
  answers["GET /checkout"] = [
    ok({ address: { ...address, province: "ON", postalCode: "h2x1y4" } }),
  ];
  const user = open();
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByRole("button", { name: "Type the postal code again" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change to Québec" }));
  await payButton();
  expect(screen.getByLabelText("Province or territory")).toHaveValue("QC");
  expect(screen.getByLabelText("Postal code")).toHaveValue("H2X 1Y4");
  expect(screen.queryByText(detail)).not.toBeInTheDocument();
});

test("the server's errors stand at their fields, and what is missing is asked for first", async () => {
  const fault = { field: "address.phone", code: "not_a_phone_number", detail: "No such number." };
  answers["POST /checkout"] = [refusal(422, { code: "invalid_field", errors: [fault] })];
  const user = open();
  await payButton();
  const street = screen.getByLabelText("Street and number");
  await user.clear(street);
  await pay(user);
  expect(await screen.findByText("Please enter the street and number.")).toBeVisible();
  expect(street).toHaveFocus();
  expect(elements.submit).not.toHaveBeenCalled();
  await user.type(street, "1 Elm St");
  await pay(user);
  expect(await screen.findByText("No such number.")).toBeVisible();
  expect(screen.getByLabelText("Phone (optional)")).toHaveAccessibleDescription("No such number.");
});

test("a shop without taxes and delivery has no word of them", async () => {
  answers["GET /basket"] = [ok({ ...basket, hasCharges: undefined })];
  const plain = { ...quoted, shipping: 0, taxes: [], methods: [], method: undefined, total: 100 };
  answers["POST /quote"] = [ok(plain)];
  const user = open();
  await payButton("$100.00");
  expect(document.body).not.toHaveTextContent(/\btax|deliver|HST|GST/i);
  await pay(user, "$100.00");
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")[0]?.body).not.toHaveProperty("method");
});

test("without card payment the order is placed, and the owner says how to pay", async () => {
  answers["GET /config"] = [ok({ stripeJs: null, stripePublishableKey: null })];
  const user = open();
  const button = await screen.findByRole("button", { name: "Place the order" });
  expect(screen.getByText(/Please contact us about the payment/)).toBeVisible();
  await screen.findByText("QST 9.975%");
  await user.click(button);
  expect(await screen.findByText("Paid with no card")).toBeVisible();
});

test("a reload after the purchase leads to it", async () => {
  sessionStorage.setItem("account: placed purchase", JSON.stringify("p1"));
  answers["GET /basket"] = [ok({ revision: 0, lines: [], notices: [] })];
  open();
  expect(await screen.findByText("Paid with no card")).toBeVisible();
});

function withoutLogin(guestCheckout: boolean) {
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-out" },
  } as unknown as ReturnType<typeof session.useSession>);
  answers["GET /config"] = [
    ok({ stripeJs: "/v3.js", stripePublishableKey: "pk_test", guestCheckout }),
  ];
}

test("a visitor without a login is asked for the e-mail and pays", async () => {
  withoutLogin(true);
  const user = open();
  const typed = [
    ["Name", "Bo"],
    ["Street and number", "1 Elm St"],
    ["City", "Montréal"],
    ["Postal code", "H2X 1Y4"],
  ] as const;
  for (const [label, text] of typed) await user.type(await screen.findByLabelText(label), text);
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

test("a shop that sells to accounts only asks for a login", async () => {
  withoutLogin(false);
  open();
  expect(await screen.findByText("Log in first")).toBeVisible();
});

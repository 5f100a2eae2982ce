import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as session from "../../../../api/session/SessionProvider.tsx";
import * as role from "../../../../api/session/use-role.ts";
import { currentShop, setShop } from "../../../../api/shop.ts";
import * as cardProvider from "../../card-provider.ts";
import PlacedPurchasePage from "./PlacedPurchasePage.tsx";

const NOW = Date.now();
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const order = (number: number, more: object = {}) => ({
  ...{ _id: `o${number}`, number: 1042, toolId: `${number}`, toolName: `Dibber ${number}` },
  ...{ orderQuantity: 2, price: 50, subtotal: 100, totalPrice: 114.98, purchaseId: "p1" },
  ...{ line: number, lines: 2, customerName: "Ada Moss", customerEmail: "ada@example.com" },
  ...{ phone: "12 Elm St", address: "", paid: false, createdAt: inMinutes(0) },
  ...more,
});

const unpaid = {
  ...{ _id: "p1", number: 1042, createdAt: inMinutes(0), paid: false, goods: 200, discount: 0 },
  ...{
    shipping: 15,
    total: 247.2,
    refunded: 0,
    refunds: [],
    heldUntil: inMinutes(30),
    canExtend: true,
  },
  ...{ address: "12 Elm St, Montréal QC  H2X 1Y4", phone: "", customerName: "Ada Moss" },
  ...{ customerEmail: "ada@example.com", orders: [order(1), order(2)] },
  delivery: { id: "post", name: "Canada Post", pickUp: false, daysFrom: 3, daysTo: 8 },
  taxes: [
    { tax: "GST", rate: 5, base: 215, amount: 10.75, number: "12345 6782 RT0001" },
    { tax: "QST", rate: 9.975, base: 215, amount: 21.45, number: "1234567890 TQ0001" },
  ],
};

const payment = { paid: true, paidAt: inMinutes(1), transactionId: "pi_1", status: "pending" };
const paid = {
  ...{ ...unpaid, paid: true, heldUntil: undefined, canExtend: false },
  orders: [
    order(1, { ...payment, status: "Approved and shipped", shippedAt: inMinutes(2) }),
    order(2, payment),
  ],
};

let purchase: object;
let sent: string[];
/** What the basket answers to each change, and whether the purchase is gone. */
let changed: (tool: string, quantity: number) => Response;
let gone: object | undefined;
let confirmed: () => Response;
let config: object;
let secret: () => Response;
let extended: () => Response;

beforeEach(() => {
  purchase = unpaid;
  sent = [];
  gone = undefined;
  localStorage.clear();
  config = { stripePublishableKey: null };
  secret = () => Response.json({}, { status: 404 });
  confirmed = () => {
    purchase = paid;
    return Response.json({});
  };
  extended = () => {
    purchase = { ...unpaid, heldUntil: inMinutes(60), canExtend: false };
    return Response.json({ heldUntil: inMinutes(60) });
  };
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "ada@example.com", name: "Ada Moss" });
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-in", session: { uid: "ada" } },
  } as ReturnType<typeof session.useSession>);
  vi.spyOn(role, "useRole").mockReturnValue({ data: "customer" } as ReturnType<
    typeof role.useRole
  >);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { method, url } = input as Request;
    const path = new URL(url).pathname;
    if (method !== "GET") sent.push(`${method} ${path.replace("/api", "")}`);
    if (path === "/api/basket") return Response.json(basketOf([]));
    if (path.startsWith("/api/basket/lines/")) {
      const { quantity } = await (input as Request).json();
      sent.push(`${quantity} pieces`);
      return changed(path.replace("/api/basket/lines/", ""), quantity);
    }
    if (gone && path === "/api/purchases/p1")
      return Response.json(gone, { status: "lines" in gone ? 410 : 404 });
    if (path === "/api/config") return Response.json(config);
    if (path.endsWith("/payment")) return secret();
    if (path.endsWith("/confirm")) return confirmed();
    if (path.endsWith("/extend")) return extended();
    if (path === "/api/purchases/p1" && method === "GET") return Response.json(purchase);
    return method === "DELETE" ? Response.json({}) : Response.json({}, { status: 404 });
  });
});

const lineOf = (number: number) => ({
  ...{ toolId: `${number}`, toolName: `Dibber ${number}` },
  quantity: 2,
});

const basketOf = (lines: object[]) => ({ revision: 1, notices: [], lines });

function open(state: object | null = null, search = "") {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/purchases/p1", search, state }]}>
        <Routes>
          <Route path="/purchases/:id" element={<PlacedPurchasePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("the checkout's payment is told to the shop, and then the page says thank you", async () => {
  open({ isNew: true, transactionId: "pi_1" });
  const thanks = (await screen.findByText("Thank you!")).closest("[role=status]");
  expect(thanks).toHaveFocus();
  expect(thanks).toHaveTextContent("We received your payment of $247.20 CAD.");
  expect(thanks).toHaveTextContent(
    "We will pack 2 × Dibber 1 and 2 × Dibber 2 and ship it to 12 Elm",
  );
  expect(thanks?.textContent).toMatch(/^Thank you!Arrives .+ to .+ at 12 Elm St/);
  expect(sent).toEqual(["POST /purchases/p1/confirm"]);
  // The payment's id stands at the foot.
  expect(thanks).not.toHaveTextContent("Transaction id");
  expect(screen.getByText(/^Transaction id/)).toHaveTextContent("pi_1");
});

test("Order again fills the basket with all tools, and names what is not as before", async () => {
  purchase = paid;
  changed = (toolId, quantity) =>
    toolId === "2"
      ? Response.json({}, { status: 404 })
      : Response.json(basketOf([{ toolId, quantity, changes: [] }]));
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Order again: 2 tools" }));
  expect(await screen.findByText("Dibber 2: no longer for sale.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the basket" })).toHaveFocus();
  expect(sent.filter((one) => one.endsWith("pieces"))).toEqual(["2 pieces", "2 pieces"]);
});

test("the progress is as far as the tool that waits longest", async () => {
  purchase = paid;
  open();
  const progress = await screen.findByRole("list", { name: "Progress of this order" });
  expect(progress).toHaveTextContent("Approved and shipped, not yet1 of 2 tools");
});

test("while the shop does not know of the payment, no second one is asked for", async () => {
  let outcomes = 0;
  const record = confirmed;
  confirmed = () => {
    outcomes += 1;
    return outcomes === 1 ? Response.json({ detail: "Not yet." }, { status: 409 }) : record();
  };
  const user = open({ transactionId: "pi_1" });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Thank you!")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Pay" })).not.toBeInTheDocument();
});

test("a payment that arrives after the page was read says thank you", async () => {
  config = { stripeJs: "/v3.js", stripePublishableKey: "pk_test" };
  vi.spyOn(cardProvider, "loadCardProvider").mockReturnValue(new Promise(() => {}));
  secret = () => {
    purchase = paid;
    return Response.json({ code: "already_paid" }, { status: 409 });
  };
  open({ isBack: true });
  expect(await screen.findByText("Thank you!")).toBeVisible();
});

const PAID_AT_BANK =
  "?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded";

test("a bank's page that says too much leads back to the payment", async () => {
  confirmed = () => Response.json({ code: "payment_not_succeeded" }, { status: 409 });
  open(null, PAID_AT_BANK);
  expect(await screen.findByText("30 minutes")).toBeVisible();
  expect(screen.queryByText(/Your card payment went through/)).not.toBeInTheDocument();
});

test("an unpaid purchase counts down, can be held once more, and can be deleted", async () => {
  const user = open();
  expect(await screen.findByText("30 minutes")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Hold it 30 minutes more" }));
  expect(await screen.findByText("60 minutes")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Hold it/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Delete the order" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Order #1042 is deleted")).toBeVisible();
  expect(sent).toEqual(["POST /purchases/p1/extend", "DELETE /purchases/p1"]);
});

test("a purchase that cannot be held longer says why, and offers it no more", async () => {
  const detail =
    "Other customers want these pieces, so the time cannot be extended. Please pay now.";
  extended = () => Response.json({ code: "cannot_extend", detail }, { status: 409 });
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Hold it 30 minutes more" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Hold it/ })).not.toBeInTheDocument();
  expect(screen.getByText("30 minutes")).toBeVisible();
});

test("a lost answer leaves the button that holds the purchase longer", async () => {
  extended = () => Response.error();
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Hold it 30 minutes more" }));
  expect(await screen.findByText(/We could not reach the shop/)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Hold it/ })).toBeVisible();
});

test("each line has its own state, each tax its number", async () => {
  purchase = { ...paid, refunded: 20 };
  open();
  const [shipped, toShip] = await screen.findAllByRole("listitem");
  expect(shipped).toHaveTextContent(/Paid, shipped/);
  expect(toShip).toHaveTextContent("Paid, to ship");
  expect(screen.getByText("No. 1234567890 TQ0001")).toBeVisible();
  expect(screen.getByText("-$20.00")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete the order" })).not.toBeInTheDocument();
});

test("an order that was not paid in time gives its tools back to the basket, as far as it can", async () => {
  gone = { code: "purchase_ended", expired: true, lines: [1, 2, 3, 4].map(lineOf) };
  const problems: Record<string, object> = {
    2: { code: "not_enough_stock", detail: "", available: 1 },
    3: { code: "sold_out", detail: "" },
  };
  changed = (toolId, quantity) =>
    toolId === "4"
      ? Response.json({}, { status: 404 })
      : Response.json(
          basketOf([
            { toolId, quantity, changes: [], ...(quantity === 2 && { problem: problems[toolId] }) },
          ]),
        );
  const user = open();
  expect(await screen.findByText("Your reservation has ended")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Put the tools back/ }));
  expect(await screen.findByRole("link", { name: "Go to the basket" })).toHaveFocus();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Dibber 2: only 1 left.",
    "Dibber 3: sold out.",
    "Dibber 4: no longer for sale.",
  ]);
  expect(sent.filter((one) => one.endsWith("pieces"))).toEqual(
    ["2", "2", "1", "2", "0", "2"].map((count) => `${count} pieces`),
  );
});

test("a deleted purchase does not say that it was not paid in time", async () => {
  gone = { code: "purchase_ended", expired: false, lines: [lineOf(1)] };
  open();
  expect(await screen.findByText("This order was deleted")).toBeVisible();
  expect(screen.getByText("You were not charged.")).toBeVisible();
});

test("a purchase of another account offers nothing", async () => {
  gone = { code: "not_found" };
  open();
  expect(await screen.findByText("Order not found")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Put the tools back/ })).not.toBeInTheDocument();
});

const pickUp = { id: "shop", name: "Pick-up", pickUp: true, daysFrom: 0, daysTo: 1 };

test("a purchase to pick up says where, and staff read whose address it is", async () => {
  purchase = { ...unpaid, delivery: pickUp, customerEmail: "bo@example.com" };
  setShop({ ...currentShop(), address: "7 Quay\nHalifax NS" });
  open();
  expect(await screen.findByText("Customer")).toBeVisible();
  expect(screen.queryByText("Your address")).not.toBeInTheDocument();
  expect(screen.getByText(/^Pick up at:\s7 Quay\sHalifax NS$/)).toBeVisible();
  act(() => setShop());
});

test("where nothing is to be paid here, the thanks come first", async () => {
  purchase = { ...unpaid, heldUntil: undefined };
  open({ isNew: true });
  const thanks = await screen.findByText(/^Thank you! Your order is placed./);
  expect(thanks.closest(".parcel")).toHaveTextContent(
    "The number of your order is #1042. We hold your tools until you pay.",
  );
  expect(thanks.compareDocumentPosition(screen.getByRole("heading", { name: "Sum" }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test("an order of a guest hides its address until the e-mail address is confirmed", async () => {
  const hidden = { ...payment, placedAsGuest: true, customerName: "", phone: "" };
  purchase = { ...paid, address: "", customerName: "", orders: [order(1, hidden)] };
  open();
  expect(await screen.findByText(/^Confirm your e-mail address to see it here\./)).toBeVisible();
  expect(screen.queryByText("No address given")).toBeNull();
});

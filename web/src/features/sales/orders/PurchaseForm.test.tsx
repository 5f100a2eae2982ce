import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Tool } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../api/session/SessionProvider.tsx";
import { ToastOutlet } from "../../../ui/toast.tsx";
import { PurchaseForm } from "./PurchaseForm.tsx";

const dibber: Tool = {
  _id: "7",
  name: "Dibber",
  slug: "dibber",
  price: 0.1,
  description: "Makes holes.",
  img: "/images/dibber/350.webp",
  availableQuantity: 100,
  minimumQuantity: 20,
  createdAt: "2026-11-01T00:00:00Z",
  revision: 1,
};

interface Sent {
  key: string | null;
  body: Record<string, unknown>;
}

let sent: Sent[];
let reply: () => Promise<Response>;
let profile: () => Promise<Response>;
let orders: () => Promise<Response>;
let config: object;
let stored: object;

beforeEach(() => {
  config = { charges: [] };
  stored = {};
  profile = async () => Response.json({});
  orders = async () => Response.json([]);
  sent = [];
  reply = async () => Response.json({ acknowledged: true, insertedId: "1" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.url.endsWith("/config")) return Response.json(config);
    if (/\/orders\/1$/.test(request.url)) return Response.json(stored);
    if (request.method === "GET") return request.url.includes("/orders?") ? orders() : profile();
    sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
    return reply();
  });
});

/** Each test has its own buyer, because drafts last as long as the document. */
const buyer = () => ({ email: `${expect.getState().currentTestName}@example.com`, name: "Ann" });

function open(tool: Tool = dibber, address = "/tools/7") {
  const client = makeQueryClient();
  const page = (tool: Tool) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <SessionProvider hasToken={false}>
          <PurchaseForm tool={tool} buyer={buyer()} />
        </SessionProvider>
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(page(tool));
  return {
    leave: unmount,
    become: (tool: Tool) => rerender(page(tool)),
    user: userEvent.setup(),
    quantity: screen.getByLabelText("Order quantity"),
    button: screen.getByRole("button", { name: /Purchase|Out of stock/ }),
  };
}

test("it opens with the minimum, the buyer's name and e-mail fixed, and the total of the minimum", () => {
  const { quantity, button } = open();
  expect(quantity).toHaveValue("20");
  expect(screen.getByLabelText("Name")).toBeDisabled();
  expect(screen.getByLabelText("E-mail")).toBeDisabled();
  expect(screen.getByText("$2.00")).toBeVisible();
  expect(button).toBeEnabled();
});

test("the total follows the quantity, to the cent", async () => {
  const { user, quantity } = open();
  await user.clear(quantity);
  await user.type(quantity, "33");
  expect(screen.getByText("$3.30")).toBeVisible();
});

test.each([
  [["delivery"], "CAD, and delivery"],
  [["delivery", "taxes"], "CAD, and delivery and taxes"],
])("the total names what comes on top: %s", async (charges, words) => {
  config = { charges };
  open();
  expect(await screen.findByText(words)).toBeVisible();
});

test.each([
  ["19", "Ordered Quantity is less than minimum quantity"],
  ["101", "Ordered Quantity is more than available quantity in stock"],
])("a quantity of %s disables Purchase and says why", async (typed, message) => {
  const { user, quantity, button } = open();
  await user.clear(quantity);
  await user.type(quantity, typed);
  expect(screen.getByText(message)).toBeVisible();
  expect(button).toBeDisabled();
});

test("Enter in a field places no order", async () => {
  const { user, quantity } = open();
  for (const field of [quantity, screen.getByLabelText("Address"), screen.getByLabelText("Phone")])
    await user.type(field, "{Enter}");
  expect(sent).toEqual([]);
});

test.each([
  ["1,000", "$100.00"],
  ["1 000", "$100.00"],
  ["12,5", "–"],
])("a quantity typed as %j costs %s", async (typed, total) => {
  const { user, quantity } = open({ ...dibber, availableQuantity: 2000 });
  await user.clear(quantity);
  await user.type(quantity, typed);
  expect(screen.getByText(total)).toBeVisible();
});

test("the arrow keys change the quantity, and multiples of the minimum are one press away", async () => {
  const { user, quantity } = open();
  await user.type(quantity, "{ArrowUp}");
  expect(quantity).toHaveValue("21");
  await user.click(screen.getByRole("button", { name: "Order 80" }));
  expect(quantity).toHaveValue("80");
  expect(screen.getByText("$8.00")).toBeVisible();
});

test("the steppers stop at both ends", async () => {
  const { user, quantity } = open({ ...dibber, availableQuantity: 21 });
  const less = screen.getByRole("button", { name: /One less/ });
  const more = screen.getByRole("button", { name: /One more/ });
  expect(less).toBeDisabled();
  await user.click(more);
  expect(quantity).toHaveValue("21");
  expect(more).toBeDisabled();
  expect(less).toBeEnabled();
});

test("an order carries the swap, the total in dollars and a key; then a slip takes the place of the form", async () => {
  const { user, quantity, button } = open();
  await user.type(screen.getByLabelText("Address"), "1 Maple Street");
  await user.type(screen.getByLabelText("Phone"), "555-0101");
  await user.clear(quantity);
  await user.type(quantity, "30");
  await user.click(button);

  expect(await screen.findByText("Purchase confirmed")).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[0]?.body).toEqual({
    toolId: "7",
    toolName: "Dibber",
    orderQuantity: 30,
    price: 0.1,
    customerEmail: buyer().email,
    customerName: "Ann",
    phone: "1 Maple Street",
    address: "555-0101",
    totalPrice: 3,
  });
  expect(button).not.toBeInTheDocument();
  const slip = screen.getByRole("region", { name: "Your order is placed" });
  expect(slip).toHaveFocus();
  expect(slip).toHaveTextContent("30 × Dibber");
  expect(slip).toHaveTextContent("30 × $0.10 = $3.00");
  expect(slip).toHaveTextContent("Ship to1 Maple StreetPhone555-0101");
  const targetOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(targetOf("Pay now")).toBe("/dashboard/payment/1");
  expect(targetOf("My Orders")).toBe("/dashboard/myOrders");

  await user.click(await screen.findByRole("button", { name: "Order another" }));
  expect(screen.getByLabelText("Order quantity")).toHaveValue("20");
  expect(screen.getByLabelText("Address")).toHaveValue("");
  expect(screen.getByRole("button", { name: "Purchase" })).toBeEnabled();
});

test("the slip says what is due with the taxes, and nothing of delivery", async () => {
  config = { charges: ["taxes"] };
  stored = { number: 1042, subtotal: 2, totalPrice: 2.26 };
  const { user, button } = open();
  await user.click(button);
  const slip = await screen.findByRole("region", { name: "Your order is placed" });
  await waitFor(() => expect(slip).toHaveTextContent("To pay$2.26 CAD with taxes"));
});

test("nine presses place one order", async () => {
  let release: (response: Response) => void = () => {};
  reply = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const { user, button } = open();
  // All presses come before the form renders again.
  act(() => {
    for (let press = 1; press <= 9; press += 1) button.click();
  });
  await waitFor(() => expect(button).toHaveTextContent("Placing order …"));
  await user.click(button);
  release(Response.json({ acknowledged: true, insertedId: "1" }));
  await screen.findByText("Your order is placed");
  expect(sent).toHaveLength(1);
});

test("after a reload the same purchase repeats its key while it is unanswered, and the form warns", async () => {
  reply = () => new Promise(() => {});
  const first = open();
  await first.user.click(first.button);
  await waitFor(() => expect(sent).toHaveLength(1));
  first.leave();

  reply = async () => Response.json({ acknowledged: true, insertedId: "1" });
  const second = open();
  expect(screen.getByText(/You ordered this a moment ago/)).toBeVisible();
  await second.user.click(second.button);
  await screen.findByText("Your order is placed");
  expect(sent[1]).toEqual(sent[0]);
  second.leave();

  const third = open();
  expect(screen.getByText(/You ordered this a moment ago/)).toBeVisible();
  await third.user.click(third.button);
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

test("a refusal is told, and what was typed stays", async () => {
  reply = async () =>
    Response.json({ code: "not_enough_stock", detail: "Only 5 are left." }, { status: 409 });
  const { user, button } = open();
  await user.type(screen.getByLabelText("Phone"), "555-0101");
  await user.click(button);
  expect(await screen.findByText("Only 5 are left.")).toBeVisible();
  expect(screen.getByLabelText("Phone")).toHaveValue("555-0101");
  await user.click(button);
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("an order without an address asks quietly where to send it", async () => {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Where shall we send it?" }));
  expect(screen.getByLabelText("Address")).toHaveFocus();
  await user.keyboard("1 Maple Street");
  expect(screen.queryByText("Where shall we send it?")).not.toBeInTheDocument();
});

test("with less in stock than the minimum there is nothing to press", () => {
  const { button } = open({ ...dibber, availableQuantity: 19 });
  expect(button).toBeDisabled();
  expect(button).toHaveTextContent("Out of stock");
  expect(screen.getByText("19 left, fewer than the minimum of 20")).toBeVisible();
  expect(screen.queryByText("Total price")).not.toBeInTheDocument();
});

const STORED = { address: "12 Fern Lane", phone: "902 555 0101" };

test("address and phone of the profile are filled in, also for the next order", async () => {
  profile = async () => Response.json(STORED);
  const { user, button } = open();
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveValue("12 Fern Lane"));
  expect(screen.getByLabelText("Phone")).toHaveValue("902 555 0101");
  await user.clear(screen.getByLabelText("Phone"));
  await user.click(button);
  await screen.findByText("Purchase confirmed");
  expect(sent[0]?.body).toMatchObject({ phone: "12 Fern Lane", address: "" });
  await user.click(await screen.findByRole("button", { name: "Order another" }));
  expect(screen.getByLabelText("Address")).toHaveValue("12 Fern Lane");
  expect(screen.getByLabelText("Phone")).toHaveValue("902 555 0101");
});

test("without a profile, the last order with an address fills in address and phone", async () => {
  orders = async () =>
    Response.json([
      { _id: "3", address: "", phone: "" },
      { _id: "2", address: "902 555 0101", phone: "12 Fern Lane" },
      { _id: "1", address: "902 555 0102", phone: "1 Elm Road" },
    ]);
  open();
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveValue("12 Fern Lane"));
  expect(screen.getByLabelText("Phone")).toHaveValue("902 555 0101");
});

test("a profile that comes late does not replace what was typed", async () => {
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  profile = async () => {
    await late;
    return Response.json(STORED);
  };
  const { user } = open();
  await user.type(screen.getByLabelText("Address"), "1 Maple Street");
  arrive();
  await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveValue("902 555 0101"));
  expect(screen.getByLabelText("Address")).toHaveValue("1 Maple Street");
});

test("without an answer about the profile one orders as ever", async () => {
  profile = async () => Response.json({ code: "forbidden" }, { status: 403 });
  const { user, button } = open();
  await user.click(button);
  expect(await screen.findByText("Purchase confirmed")).toBeVisible();
});

test("a minimum that changes meanwhile is what the form goes back to; a typed quantity stays", async () => {
  profile = async () => Response.json(STORED);
  const { user, quantity, button, become } = open();
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveValue("12 Fern Lane"));
  await user.clear(quantity);
  await user.type(quantity, "40");
  become({ ...dibber, minimumQuantity: 25 });
  expect(quantity).toHaveValue("40");
  await user.click(button);
  await screen.findByText("Purchase confirmed");
  await user.click(await screen.findByRole("button", { name: "Order another" }));
  const again = screen.getByLabelText("Order quantity");
  expect(again).toHaveValue("25");
  expect(screen.getByLabelText("Address")).toHaveValue("12 Fern Lane");
  become({ ...dibber, minimumQuantity: 30 });
  expect(again).toHaveValue("30");
});

test("the form begins with the quantity of the address, also after an earlier draft", async () => {
  const first = open();
  await first.user.type(first.quantity, "{ArrowUp}");
  first.leave();
  const draft = open();
  expect(draft.quantity).toHaveValue("21");
  draft.leave();
  const { quantity } = open(dibber, "/tools/7?quantity=30");
  expect(quantity).toHaveValue("30");
  expect(screen.getByText("$3.00")).toBeVisible();
});

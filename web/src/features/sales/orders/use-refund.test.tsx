import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import { useRefundDialog } from "./use-refund.tsx";

const order = {
  _id: "7",
  toolName: "Dibber",
  orderQuantity: 20,
  totalPrice: 20,
  customerName: "Ann",
  customerEmail: "ann@example.com",
  paid: true,
  status: "pending",
  createdAt: "2026-11-01T08:00:00Z",
} as Order;

let sent: unknown[];
let quote: (selection: { lines: { quantity: number }[]; delivery?: boolean }) => unknown;
let reply: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  reply = () => Response.json({ acknowledged: true, modifiedCount: 1 });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const body = await request.json();
    if (request.url.endsWith("/refund-quote")) return Response.json(quote(body));
    sent.push(body);
    return reply();
  });
});

function Orders({ orders }: { orders: Order[] }) {
  const refund = useRefundDialog(orders);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => refund.ask(order)}>
        Ask
      </button>
      {refund.dialog}
    </main>
  );
}

async function ask() {
  const queryClient = makeQueryClient();
  const page = (orders: Order[]) => (
    <QueryClientProvider client={queryClient}>
      <Orders orders={orders} />
      <ToastOutlet />
    </QueryClientProvider>
  );
  const { rerender } = render(page([order]));
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Ask" }));
  return { user, become: (change: Partial<Order>) => rerender(page([{ ...order, ...change }])) };
}

const yes = () => screen.getByRole("button", { name: "Refund $20.00" });

test("the pieces go back on sale unless that is unwished", async () => {
  const { user } = await ask();
  await user.click(screen.getByRole("checkbox", { name: "Put the 20 pieces back on sale" }));
  await user.click(yes());
  expect(await screen.findByText("$20.00 goes back to Ann")).toBeVisible();
  expect(sent).toEqual([{ returnStock: false }]);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  expect(screen.getByRole("checkbox")).toBeChecked();
});

test("what the card provider refuses is not told as done", async () => {
  reply = () => Response.json({ acknowledged: true, modifiedCount: 1, refund: "refused" });
  const { user } = await ask();
  await user.click(yes());
  expect(await screen.findByText(/refused this refund/)).toBeVisible();
});

test("what went wrong is said where it was asked, and the choice stays", async () => {
  reply = () => Promise.reject(new TypeError("gone"));
  const { user } = await ask();
  await user.click(screen.getByRole("checkbox"));
  await user.click(yes());
  expect(await screen.findByText(/goes back once, however often you ask/)).toBeVisible();
  expect(screen.getByRole("checkbox")).not.toBeChecked();
  reply = () => Response.json({ acknowledged: true, modifiedCount: 0 });
  await user.click(yes());
  expect(await screen.findByText(/This order was already refunded/)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a failure that is told after the question was closed is told all the same", async () => {
  let answer = (_: Response) => {};
  reply = () => new Promise((resolve) => (answer = resolve));
  const { user } = await ask();
  await user.click(yes());
  await user.click(screen.getByRole("button", { name: "Refunding …" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  answer(Response.json({ code: "payments_disabled" }, { status: 409 }));
  expect(await screen.findByText(/Card payment is switched off/)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("what was shipped or refunded meanwhile changes the question", async () => {
  const { user, become } = await ask();
  become({ status: "Approved and shipped", shippedAt: "2026-11-03T08:00:00Z" });
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByText(/do not go back on sale/)).toBeVisible();
  become({ status: "Refunded", refundBegunAt: "2026-11-03T08:00:00Z" });
  expect(screen.getByText(/has already been refunded/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a part goes back with its reason, and what was seen protects from a repeat", async () => {
  reply = () => Promise.reject(new TypeError("gone"));
  const { user, become } = await ask();
  await user.click(screen.getByRole("radio", { name: "An amount" }));
  await user.click(screen.getByRole("button", { name: /^Refund/ }));
  expect(screen.getByText("Please enter an amount below $20.00.")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: /^Amount/ }), "5,50");
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "One was broken");
  await user.click(screen.getByRole("button", { name: "Refund $5.50" }));
  become({ refundedAmount: 5.5 });
  await user.click(await screen.findByRole("button", { name: "Refund $5.50" }));
  const lines = [{ orderId: "7", amount: 5.5 }];
  const body = { lines, reason: "One was broken", refundedBefore: 0 };
  expect(sent).toEqual([body, body]);
});

test("pieces and the delivery show each tax before they are confirmed", async () => {
  const left = {
    ...{ amount: 42.56, delivery: 17.1 },
    lines: [{ orderId: "7", quantity: 20, amount: 25.46, canRestock: true }],
  };
  quote = ({ lines: [line], delivery }) => {
    const net = (line?.quantity ?? 0) + (delivery ? 15 : 0);
    const taxes = [{ tax: "HST", rate: 14, amount: 2.38, number: "1" }];
    return { lines: [{ name: "All", net }], net, taxes, amount: net + 2.38, refunded: 0, left };
  };
  const { user } = await ask();
  await user.click(screen.getByRole("radio", { name: "Pieces" }));
  const pieces = await screen.findByRole("spinbutton", { name: "Pieces of Dibber" });
  expect(pieces).toHaveValue("1");
  expect(await screen.findByRole("button", { name: "Refund $3.38" })).toBeVisible();
  await user.clear(pieces);
  // Nothing is chosen now, so the button promises no sum.
  expect(screen.getByRole("button", { name: "Refund" })).toBeVisible();
  await user.type(pieces, "21");
  expect(screen.getByText("Please enter 0 to 20 pieces.")).toBeVisible();
  await user.clear(pieces);
  await user.type(pieces, "2");
  await user.click(screen.getByRole("checkbox", { name: /^The delivery/ }));
  expect(await screen.findByText("HST 14%")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Put the 2 pieces back on sale" })).toBeChecked();
  await user.click(await screen.findByRole("button", { name: "Refund $19.38" }));
  const lines = [{ orderId: "7", quantity: 2 }];
  const body = { lines, delivery: true, returnStock: true, reason: "", refundedBefore: 0 };
  expect(sent).toEqual([body]);
});

test("only the delivery goes back if it is chosen first, and no piece that was preset", async () => {
  const left = {
    ...{ amount: 37.1, delivery: 17.1 },
    lines: [{ orderId: "7", quantity: 20, amount: 20, canRestock: true }],
  };
  quote = ({ lines: [line], delivery }) => {
    const net = (line?.quantity ?? 0) + (delivery ? 17.1 : 0);
    return { lines: [], net, taxes: [], amount: net, refunded: 0, left };
  };
  const { user } = await ask();
  await user.click(screen.getByRole("radio", { name: "Pieces" }));
  await user.click(await screen.findByRole("checkbox", { name: /^The delivery/ }));
  const pieces = screen.getByRole("spinbutton", { name: "Pieces of Dibber" });
  expect(pieces).toHaveValue("0");
  await user.clear(pieces);
  await user.type(pieces, "1");
  await user.click(screen.getByRole("checkbox", { name: /^The delivery/ }));
  await user.click(screen.getByRole("checkbox", { name: /^The delivery/ }));
  expect(pieces).toHaveValue("1");
  await user.clear(pieces);
  await user.click(await screen.findByRole("button", { name: "Refund $17.10" }));
  expect(sent).toMatchObject([{ lines: [], delivery: true }]);
});

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { FormerOrder, Order } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import { ToastOutlet } from "../../../ui/toast.tsx";
import MyOrdersPage from "./MyOrdersPage.tsx";

const order = (id: string): Order => ({
  _id: id,
  number: 1042,
  toolId: "7",
  toolName: `Dibber ${id}`,
  orderQuantity: 20,
  price: 0.1,
  totalPrice: 2,
  customerEmail: "ann@example.com",
  customerName: "Ann",
  phone: "",
  address: "",
  paid: false,
  createdAt: "2026-11-01T00:00:00Z",
});

let orders: Order[];
let formerOrders: FormerOrder[];
let nextPage: () => Response;
let deleted: string[];
let deletionMayAnswer: Promise<void>;
let config: object;
let put: string[];
let purchase: object;

beforeEach(() => {
  orders = [order("b"), order("a")];
  formerOrders = [];
  nextPage = () => Response.json([order("old")]);
  deleted = [];
  config = { demo: true };
  put = [];
  deletionMayAnswer = Promise.resolve();
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "ann@example.com", name: "Ann" });
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-in", session: { uid: "ann" } },
  } as ReturnType<typeof session.useSession>);
  vi.spyOn(session, "useSignOutOnAuthError").mockReturnValue(false);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "DELETE") {
      const id = pathname.split("/").at(-1) ?? "";
      await deletionMayAnswer;
      deleted.push(id);
      orders = orders.filter(({ _id }) => _id !== id);
      return Response.json({ acknowledged: true, deletedCount: 1 });
    }
    if (pathname === "/api/config") return Response.json(config);
    if (pathname.startsWith("/api/basket")) {
      if (request.method === "PUT") put.push(pathname.replace("/api/basket/lines/", ""));
      return Response.json({ revision: 1, notices: [], lines: [] });
    }
    if (pathname === "/api/purchases/p1") return Response.json(purchase);
    if (pathname === "/api/former-orders") return Response.json(formerOrders);
    if (pathname.startsWith("/api/tools/")) return Response.json({}, { status: 404 });
    expect(searchParams.get("sort")).toBe("newest");
    if (searchParams.get("cursor")) return nextPage();
    return Response.json(orders, {
      headers: { Link: '</api/orders?sort=newest&cursor=c>; rel="next"' },
    });
  });
});

async function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <MyOrdersPage />
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText("Dibber a");
  return userEvent.setup();
}

const deleteButton = (name: string) =>
  screen.getByRole("button", { name: new RegExp(`^Delete the order of ${name},`) });

test("orders stand newest first, counted from one", async () => {
  await open();
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^No\.1AnnDibber b/),
    expect.stringMatching(/^No\.2AnnDibber a/),
  ]);
});

const paid = { paid: true, paidAt: "2026-11-02T12:00:00Z", transactionId: "pi_1" };

test.each<[string, Partial<Order>]>([
  ["Unpaid", {}],
  ["Paid, to ship", { ...paid, status: "pending" }],
  [
    "Paid, shipped November 3, 2025",
    { ...paid, status: "Approved and shipped", shippedAt: "2025-11-03T12:00:00Z" },
  ],
  ["Refund under way", { ...paid, status: "Refund under way", refundBegunAt: paid.paidAt }],
  [
    "Refunded",
    { ...paid, status: "Refunded", refundBegunAt: paid.paidAt, refundedAt: paid.paidAt },
  ],
])("an order has one state: %s", async (state, changes) => {
  orders = [{ ...order("a"), ...changes }];
  await open();
  const cell = screen.getAllByRole("cell").at(-1);
  const badges = cell?.querySelectorAll(".order-badge") ?? [];
  expect([...badges].map((badge) => badge.textContent)).toEqual([state]);
  expect(cell?.textContent?.match(/paid|refunded/gi) ?? []).toHaveLength(
    state.match(/paid|refunded/gi)?.length ?? 0,
  );
});

test("an order that waits says when it arrives, or is ready to be picked up", async () => {
  const waiting = { ...paid, status: "pending" as const };
  const arrival = { pickUp: false, daysFrom: 3, daysTo: 8 };
  orders = [
    { ...order("b"), ...waiting, createdAt: "2026-11-28T15:00:00Z", arrival },
    { ...order("a"), ...waiting, arrival: { pickUp: true, daysFrom: 1, daysTo: 2 } },
  ];
  await open();
  // It was still October where the shop is.
  expect(screen.getByText("Arrives Dec 1 to 6")).toBeVisible();
  expect(screen.getByText("Ready Nov 1 to 2")).toBeVisible();
});

test("a shipped order has its parcel, its receipt and the tool again", async () => {
  orders = [
    {
      ...order("a"),
      ...paid,
      status: "Approved and shipped",
      shippedAt: paid.paidAt,
      carrier: "UPS",
      trackingNumber: "1Z999",
      trackingUrl: "https://www.ups.com/track?tracknum=1Z999",
    },
  ];
  await open();
  const hrefOf = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf(/^Track parcel UPS 1Z999/)).toBe("https://www.ups.com/track?tracknum=1Z999");
  expect(hrefOf(/^Receipt/)).toBe("/dashboard/myOrders/a/receipt");
  expect(hrefOf(/^Order again/)).toBe("/tools/7");
});

test("outside of the demo, Order again puts all tools of the purchase into the basket", async () => {
  config = { demo: false };
  const line = (id: string, number: number) => ({
    ...{ ...order(id), ...paid, toolId: `${number}`, status: "pending" as const },
    ...{ purchaseId: "p1", line: number, lines: 2, purchaseTotal: 4 },
  });
  const lines = [line("a", 1), line("b", 2)];
  orders = [...lines, { ...order("c"), ...paid, status: "pending" }];
  purchase = { _id: "p1", orders: lines };
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Order again: 2 tools" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/basket"));
  expect(put).toEqual(["1", "2"]);
  const again = screen.getAllByRole("button", { name: /^Order again/ });
  expect(again.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Order again: 2 tools",
    "Order again: Dibber c",
  ]);
});

test("Order again takes all lines of a purchase that the end of the page cuts", async () => {
  config = { demo: false };
  const line = (id: string, number: number) => ({
    ...{ ...order(id), ...paid, toolId: `${number}`, status: "pending" as const },
    ...{ purchaseId: "p1", line: number, lines: 3, purchaseTotal: 6 },
  });
  orders = [line("a", 1)];
  purchase = { _id: "p1", orders: [line("a", 1), line("b", 2), line("c", 3)] };
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Order again: 3 tools" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/basket"));
  expect(put).toEqual(["1", "2", "3"]);
  // The basket's document is under way until Back shows this page again.
  const button = screen.getByRole("button", { name: "Order again: 3 tools" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  window.dispatchEvent(new Event("pageshow"));
  await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
});

test("more that does not come says so, and can be asked for again", async () => {
  nextPage = () => Response.json({ code: "not_now", detail: "Not now." }, { status: 400 });
  const user = await open();
  const more = screen.getByRole("button", { name: "Show more" });
  await user.click(more);
  expect(await screen.findByText("Not now.")).toBeVisible();
  expect(screen.getByText("Dibber a")).toBeVisible();

  nextPage = () => Response.json([order("old")]);
  await user.click(more);
  expect(await screen.findByText("Dibber old")).toBeVisible();
  expect(more).not.toBeInTheDocument();
});

test("a deletion that ends late leaves the question about another order open", async () => {
  let release = () => {};
  deletionMayAnswer = new Promise((resolve) => {
    release = resolve;
  });
  const user = await open();
  await user.click(deleteButton("Dibber a"));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(deleteButton("Dibber b"));
  release();
  expect(await screen.findByText("tool Dibber a deleted")).toBeVisible();
  expect(deleted).toEqual(["a"]);
  expect(
    screen.getByRole("dialog", {
      name: "Delete order #1042 of Dibber b, 20 pieces, October 31, 2026?",
    }),
  ).toBeVisible();
});

test("the lines of a purchase stand together below its sum, and are paid together", async () => {
  const of = (line: number) => ({ purchaseId: "p", line, lines: 2, purchaseTotal: 476.66 });
  orders = [
    { ...order("a"), ...of(2) },
    { ...order("b"), ...of(1), ...paid, status: "pending" },
    { ...order("c"), number: 1041 },
  ];
  await open();
  const heading = await screen.findByRole("link", { name: "#1042 · 2 tools · $476.66" });
  expect(heading).toHaveAttribute("href", "/purchases/p");
  const texts = screen.getAllByRole("row").map(({ textContent }) => textContent);
  const places = ["#1042 · 2", "Dibber b", "Dibber a", "Dibber c"].map((text) =>
    texts.findIndex((row) => row?.includes(text)),
  );
  expect(places).toEqual([1, 2, 3, 4]);
  const hrefOf = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf(/^Pay for Dibber a/)).toBe("/purchases/p");
  expect(hrefOf(/^Pay for Dibber c/)).toBe("/dashboard/payment/c");
  expect(hrefOf(/^Receipt for Dibber b/)).toBe("/purchases/p/invoice");
});

test("orders of the former shop are folded below, as its file had them", async () => {
  const number = "#1001";
  formerOrders = [
    {
      _id: "f",
      number,
      orderedAt: "2024-05-01T04:00:00Z",
      state: "paid, fulfilled",
      total: 54.2,
      currency: "USD",
      lines: [{ name: "Draw Hoe", quantity: "2", price: "24.00" }],
    },
  ];
  const user = await open();
  const summary = await screen.findByText("From the former shop: 1 order");
  expect(screen.getByText(number)).not.toBeVisible();
  await user.click(summary);
  expect(screen.getByText(number)).toBeVisible();
  expect(screen.getByText("54.20 USD")).toBeVisible();
  expect(screen.getByText("2 × Draw Hoe")).toBeVisible();
});

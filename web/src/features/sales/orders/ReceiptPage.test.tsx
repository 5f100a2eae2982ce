import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import CreditNotePage from "./CreditNotePage.tsx";
import InvoicePage from "./InvoicePage.tsx";
import PackingSlipPage from "./PackingSlipPage.tsx";
import ReceiptPage from "./ReceiptPage.tsx";

const order = {
  ...{ _id: "1", number: 1042, toolId: "7", toolName: "Dibber", orderQuantity: 20, price: 1 },
  ...{ totalPrice: 20, customerName: "Ann", customerEmail: "ann@example.com", phone: "12 Elm St" },
  ...{ address: "", paid: true, status: "pending", transactionId: "cash-1042" },
  ...{ createdAt: "2026-11-01T12:00:00Z", paidAt: "2026-11-02T12:00:00Z" },
};

let answer: (path: string) => unknown;

function open(page: ReactNode, ids: string, number = "") {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    return Response.json(answer(pathname.replace("/api", "")));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[`/paper/${ids}/${number}`]}>
        <Routes>
          <Route path="/paper/:id/:number?" element={page} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("a receipt says how the order was paid, and has the article number", async () => {
  for (const [paymentMethod, how] of [
    ["cash", "Paid in cash on November 2, 2026"],
    [undefined, "Paid by card on November 2, 2026"],
  ]) {
    answer = (path) =>
      path.startsWith("/tools/") ? { _id: "7", sku: "DIB-1" } : { ...order, paymentMethod };
    open(<ReceiptPage />, "1");
    expect(await screen.findByRole("cell", { name: "DIB-1" })).toBeVisible();
    expect(screen.getByText(/^Paid/)).toHaveTextContent(how as string);
    cleanup();
  }
});

test("the receipt of one order has the taxes and the delivery of its purchase", async () => {
  const charged = { ...order, subtotal: 20, totalPrice: 39.9 };
  const tax = { tax: "HST", rate: 14, base: 35, amount: 4.9, number: "12345 6782 RT0001" };
  const delivery = { id: "post", name: "Canada Post", pickUp: false, daysFrom: 3, daysTo: 8 };
  const purchase = {
    ...{ _id: "1", orders: [charged], goods: 20, discount: 0, shipping: 15, total: 39.9 },
    ...{ delivery, taxes: [tax], refunded: 0, refunds: [], paid: true },
  };
  answer = (path) =>
    path === "/purchases/1" ? purchase : path.startsWith("/tools/") ? { _id: "7" } : charged;
  open(<ReceiptPage />, "1");
  expect(await screen.findByText("HST 14% on $35.00")).toBeVisible();
  expect(screen.getByText("Canada Post (3 to 8 days)")).toBeVisible();
  expect(screen.getByText("$39.90")).toBeVisible();
});

test("what is picked up is not shipped to an address", async () => {
  const charged = { ...order, phone: "", subtotal: 20, totalPrice: 22.8 };
  const delivery = { id: "here", name: "Pick-up in Halifax", pickUp: true, daysFrom: 1, daysTo: 2 };
  const purchase = {
    ...{ _id: "1", number: 1042, createdAt: order.createdAt, customerName: "Ann", address: "" },
    ...{ orders: [charged], goods: 20, discount: 0, shipping: 0, taxes: [], total: 22.8 },
    ...{ delivery, refunded: 0, refunds: [], paid: true },
  };
  answer = (path) =>
    path === "/purchases/1" ? purchase : path.startsWith("/tools/") ? { _id: "7" } : charged;
  for (const Page of [ReceiptPage, InvoicePage, PackingSlipPage]) {
    open(<Page />, "1");
    expect(await screen.findByText("Pick-up in Halifax")).toBeVisible();
    expect(screen.getByText(/^(For|Sold to)$/)).toBeVisible();
    expect(document.body).not.toHaveTextContent(/Ship to|No address/);
    cleanup();
  }
});

test("the lines of a purchase that go together are on one packing slip", async () => {
  const line = (id: string, more: object = {}) => ({
    ...{ ...order, _id: id, toolName: `Dibber ${id}`, purchaseId: "p" },
    ...more,
  });
  const shipped = { status: "Approved and shipped", trackingNumber: "1" };
  const elsewhere = { phone: "9 Elm Street" };
  const lines = [
    ...[line("1", { refundedQuantity: 1 }), line("2"), line("3", shipped)],
    line("4", elsewhere),
  ];
  answer = (path) => {
    if (path === "/purchases/p") return { orders: lines };
    return path.startsWith("/tools/") ? { _id: "7" } : lines.find(({ _id }) => path.endsWith(_id));
  };
  open(<PackingSlipPage />, "1,2,3,4");
  const slips = await screen.findAllByRole("article");
  const toolsOn = slips.map((slip) => slip.textContent?.match(/Dibber \d/g));
  expect(slips[2]).toHaveTextContent("9 Elm Street");
  expect(toolsOn).toEqual([["Dibber 1", "Dibber 2"], ["Dibber 3"], ["Dibber 4"]]);
  // A piece that was refunded is not sent.
  expect(screen.getByRole("row", { name: /^Dibber 1 .*19/ })).toBeVisible();
});

test("the invoice has rate, base and number of every tax, and the terms", async () => {
  const taxes = [
    { tax: "GST", rate: 5, base: 215, amount: 10.75, number: "12345 6782 RT0001" },
    { tax: "QST", rate: 9.975, base: 215, amount: 21.45, number: "1234567890 TQ0001" },
  ];
  const purchase = {
    ...{ _id: "p", number: 1042, createdAt: order.createdAt, customerName: "Ann", address: "" },
    ...{
      goods: 215,
      discount: 0,
      shipping: 0,
      taxes,
      total: 247.2,
      refunded: 20,
      refunds: [],
      paid: true,
    },
    orders: [order, { ...order, _id: "2", toolName: "Hoe" }],
  };
  answer = (path) => (path === "/purchases/p" ? purchase : { _id: "7" });
  open(<InvoicePage />, "p");
  expect(await screen.findByText("QST 9.975% on $215.00")).toBeVisible();
  expect(screen.getByText("QST No. 1234567890 TQ0001")).toBeVisible();
  const terms = screen.getByText(/^Terms of payment: paid in full by card/);
  expect(terms).toHaveTextContent(/ on November 2, 2026\.$/);
  expect(screen.getByText("-$20.00")).toBeVisible();
  expect(screen.getAllByRole("row")).toHaveLength(3);
  // Québec forbids to print the rounded rate, and both taxes as one.
  expect(document.body).not.toHaveTextContent(/9\.97\D|14\.97/);
  cleanup();
  Object.assign(purchase, { paid: false, heldUntil: "2026-11-01T12:30:00Z" });
  open(<InvoicePage />, "p");
  const due = await screen.findByText(/^Terms of payment: to be paid/);
  expect(due).toHaveTextContent(/ by .+, before we ship\.$/);
});

test("a credit note says what went back, with each tax, and of which invoice", async () => {
  const taxes = [
    { tax: "GST", rate: 5, amount: 1.75, number: "12345 6782 RT0001" },
    { tax: "QST", rate: 9.975, amount: 3.49, number: "1234567890 TQ0001" },
  ];
  const lines = [
    { orderId: "1", name: "1 × Dibber", net: 20 },
    { name: "Canada Post", net: 15 },
  ];
  const refund = { creditNote: 17, at: "2026-11-20T12:00:00Z", done: true, reason: "Late" };
  const purchase = {
    ...{ _id: "p", number: 1042, createdAt: order.createdAt, customerName: "Ann", address: "" },
    refunds: [{ ...refund, lines, net: 35, taxes, amount: 40.24 }],
    orders: [order],
  };
  answer = () => purchase;
  open(<CreditNotePage />, "p", "17");
  expect(await screen.findByText("C-17")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Credit note" })).toBeVisible();
  expect(screen.getByRole("link", { name: "invoice #1042" })).toHaveAttribute(
    "href",
    "/purchases/p/invoice",
  );
  expect(screen.getByRole("row", { name: "Canada Post $15.00" })).toBeVisible();
  expect(screen.getByText("QST No. 1234567890 TQ0001")).toBeVisible();
  expect(screen.getByText("$40.24")).toBeVisible();
  expect(screen.getByText("Reason: Late")).toBeVisible();
  cleanup();
  open(<CreditNotePage />, "p", "18");
  expect(await screen.findByText("Credit note not found")).toBeVisible();
});

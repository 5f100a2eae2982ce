import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import ReceiptPage from "./ReceiptPage.tsx";

const order = {
  ...{ _id: "1", number: 1042, toolId: "7", toolName: "Dibber", orderQuantity: 20, price: 1 },
  ...{ totalPrice: 20, customerName: "Ann", customerEmail: "ann@example.com", phone: "12 Elm St" },
  ...{ address: "", paid: true, status: "pending", transactionId: "cash-1042" },
  ...{ createdAt: "2026-11-01T12:00:00Z", paidAt: "2026-11-02T12:00:00Z" },
};

test("a receipt says how the order was paid, and has the article number", async () => {
  for (const [paymentMethod, how] of [
    ["cash", "Paid in cash on November 2, 2026"],
    [undefined, "Paid by card on November 2, 2026"],
  ]) {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const { pathname } = new URL((input as Request).url);
      const isTool = pathname.includes("/tools/");
      return Response.json(isTool ? { _id: "7", sku: "DIB-1" } : { ...order, paymentMethod });
    });
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter initialEntries={["/receipt/1"]}>
          <Routes>
            <Route path="/receipt/:id" element={<ReceiptPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("cell", { name: "DIB-1" })).toBeVisible();
    expect(screen.getByText(/^Paid/)).toHaveTextContent(how as string);
    cleanup();
  }
});

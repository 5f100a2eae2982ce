import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../api/query-client.ts";
import { ToastOutlet } from "../../ui/toast.tsx";
import ManageOrdersPage from "./ManageOrdersPage.tsx";

const order = {
  _id: "7",
  toolId: "1",
  toolName: "Dibber",
  orderQuantity: 20,
  price: 1,
  totalPrice: 20,
  customerName: "Ann",
  customerEmail: "ann@example.com",
  paid: true,
  status: "pending",
  createdAt: "2026-11-01T00:00:00Z",
};

let isPending: boolean;
let answerToShipping: () => Response;

beforeEach(() => {
  isPending = true;
  answerToShipping = () => Response.json({ acknowledged: true, modifiedCount: 1 });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "PATCH") {
      isPending = false;
      return answerToShipping();
    }
    if (new URL(request.url).searchParams.has("state"))
      return Response.json(isPending ? [order] : []);
    return Response.json([isPending ? order : { ...order, status: "Approved and shipped" }]);
  });
});

async function ship(search: string) {
  window.history.replaceState(null, "", `/dashboard/manageOrders${search}`);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <BrowserRouter>
        <main id="main" tabIndex={-1}>
          <ManageOrdersPage />
        </main>
        <ToastOutlet />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Ship/ }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Ship/ })).toBeNull());
}

test("where the row stays, its new state takes the focus", async () => {
  await ship("");
  expect(screen.getByText("Approved and shipped")).toHaveFocus();
});

test("where the row leaves, the page takes the focus", async () => {
  await ship("?state=pending");
  expect(screen.getByRole("main")).toHaveFocus();
});

test("what a colleague shipped first is told, though the row has left", async () => {
  answerToShipping = () =>
    Response.json({ code: "not_shippable", detail: "It was shipped before." }, { status: 409 });
  await ship("?state=pending");
  expect(await screen.findByText("It was shipped before.")).toBeVisible();
  expect(screen.getByRole("main")).toHaveFocus();
});

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import * as ownRole from "../../../api/session/use-role.ts";
import OrderPage from "./OrderPage.tsx";

const order = {
  _id: "1",
  number: 1042,
  toolId: "1",
  toolName: "Dibber",
  orderQuantity: 20,
  price: 1,
  totalPrice: 20,
  customerName: "Ann",
  customerEmail: "ann@example.com",
  phone: "",
  address: "",
  paid: true,
  status: "pending",
  createdAt: "2026-11-01T00:00:00Z",
};

test("unsaved notes survive leaving the page, and saved ones are no draft", async () => {
  let notes = "";
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "owner@example.com", name: "Owner" });
  vi.spyOn(ownRole, "useRole").mockReturnValue({ data: "admin" } as ReturnType<
    typeof ownRole.useRole
  >);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "PUT") notes = (await request.json()).notes;
    return Response.json({ order, customerId: "7", notes, refunds: [], emails: [], audit: [] });
  });
  const open = () =>
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter initialEntries={["/order/1"]}>
          <Routes>
            <Route path="/order/:id" element={<OrderPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  const field = () => screen.findByLabelText("Your notes");

  const first = open();
  await userEvent.type(await field(), "Call before noon");
  first.unmount();

  const second = open();
  await waitFor(async () => expect(await field()).toHaveValue("Call before noon"));
  await userEvent.click(screen.getByRole("button", { name: "Save notes" }));
  await waitFor(() => expect(notes).toBe("Call before noon"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save notes" })).toBeDisabled());
  second.unmount();

  notes = "Changed by another admin";
  const third = open();
  expect(await field()).toHaveValue("Changed by another admin");

  // What was typed stays beside the text of another admin.
  await userEvent.type(await field(), "!");
  third.unmount();
  notes = "Changed once more";
  open();
  await screen.findByText("Changed once more");
  expect(await field()).toHaveValue("Changed by another admin!");
  expect(screen.getByRole("button", { name: "Save notes" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
  await userEvent.click(screen.getByRole("button", { name: "Save notes" }));
  await waitFor(() => expect(notes).toBe("Changed by another admin!"));
});

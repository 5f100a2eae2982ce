import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "../api/client.ts";
import { makeQueryClient } from "../api/query-client.ts";
import * as session from "../api/session/SessionProvider.tsx";
import { clearTab, holdFor, release } from "../api/session/tab-storage.ts";
import { NewApiKeyDialog } from "../features/accounts/api-keys/NewApiKeyDialog.tsx";
import { NameSection } from "../features/accounts/identity/account/NameSection.tsx";
import { EnterOrderForm } from "../features/sales/orders/EnterOrderForm.tsx";
import EnterOrderPage from "../features/sales/orders/EnterOrderPage.tsx";
import { RecordPayment } from "../features/sales/orders/RecordPayment.tsx";
import { RefundDialog } from "../features/sales/orders/RefundDialog.tsx";

const order = {
  ...{ _id: "7", number: 1042, toolName: "Dibber", orderQuantity: 20, totalPrice: 20 },
  ...{ customerName: "Ann", customerEmail: "ann@x.ca", createdAt: "2026-11-01T00:00:00Z" },
} as Order;
const tool = {
  ...{ _id: "7", name: "Dibber", img: "/images/7.webp", price: 20, minimumQuantity: 10 },
  ...{ availableQuantity: 500, orderable: 500 },
};
const customer = { name: "Ann", email: "ann@x.ca", verified: true };

beforeEach(() => {
  clearTab();
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "olive@x.ca", name: "Olive" });
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-in", session: { uid: "olive", email: "olive@x.ca" } },
  } as ReturnType<typeof session.useSession>);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    if (pathname === "/api/manageOrders/customers") return Response.json([customer]);
    if (pathname === "/api/tools") return Response.json([tool]);
    if (pathname === "/api/tools/7") return Response.json(tool);
    return Response.json({}, { status: 404 });
  });
});

type Act = (user: UserEvent) => Promise<void>;

const press =
  (role: string, name: RegExp): Act =>
  async (user) =>
    user.click(await screen.findByRole(role, { name }));

const find = async (user: UserEvent, label: string, text: string, found: RegExp) => {
  await user.type(screen.getByLabelText(label), text);
  await press("button", found)(user);
};

interface Row {
  name: string;
  form: ReactNode;
  /** Opens the form. */
  open?: Act;
  /** Runs before the field is there, and before the session ends. */
  choose?: Act;
  field: string;
  secret?: string;
}

const nothing = () => {};

const refundDialog = (
  <RefundDialog
    order={{ ...order, paid: true }}
    busy={false}
    error={undefined}
    onCancel={nothing}
    onRefund={nothing}
  />
);

const enterOrderForm = (
  <EnterOrderForm
    lines={[{ toolId: "7", quantity: 10 }]}
    customer={{ name: "Ann", email: "ann@x.ca", isFound: true }}
  />
);

const rows: Row[] = [
  { name: "an order that staff enters", form: enterOrderForm, field: "Street and number" },
  {
    ...{ name: "the tools of such an order", form: <EnterOrderPage />, field: "Order quantity" },
    choose: async (user) => {
      await find(user, "Name or e-mail", "ann", /^Ann/);
      await find(user, "Name or article number", "dib", /^Dibber/);
    },
  },
  {
    ...{ name: "a recorded payment", form: <RecordPayment order={order} />, field: "Reference" },
    open: press("button", /^Record a payment for/),
  },
  {
    ...{ name: "a refund", form: refundDialog, field: "Reason" },
    choose: press("radio", /^An amount/),
  },
  {
    ...{ name: "a new API key", form: <NewApiKeyDialog open onClose={nothing} /> },
    ...{ field: "What is it for?", secret: "Your password" },
    // A list in happy-dom begins with its first option.
    choose: (user) => user.selectOptions(screen.getByLabelText("How long should it work?"), "90"),
  },
  { name: "the account’s name", form: <NameSection />, field: "Your name" },
];

async function show({ form, open }: Row) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>{form}</MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await open?.(user);
  return user;
}

test.each(rows)("a session that ends keeps the text of $name, and no secret", async (row) => {
  const { choose, field, secret } = row;
  holdFor("1");
  const user = await show(row);
  await choose?.(user);
  await user.clear(await screen.findByLabelText(field));
  await user.type(screen.getByLabelText(field), "12");
  if (secret) await user.type(screen.getByLabelText(secret), "correct horse");
  release();
  cleanup();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("correct horse");
  holdFor("1");
  await show(row);
  expect(await screen.findByDisplayValue("12")).toBe(screen.getByLabelText(field));
  if (secret) expect(screen.getByLabelText(secret)).toHaveValue("");
});

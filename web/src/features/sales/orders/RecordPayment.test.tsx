import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { Order } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { today } from "../../../date.ts";
import { RecordPayment } from "./RecordPayment.tsx";

const order = {
  _id: "1",
  number: 1042,
  toolName: "Dibber",
  orderQuantity: 20,
  totalPrice: 20,
  purchaseId: "1",
  lines: 2,
  purchaseTotal: 476.66,
  customerName: "Ann",
  createdAt: "2026-11-01T00:00:00Z",
  paid: false,
} as Order;

const answers = [
  () => Response.error(),
  () =>
    Response.json(
      { code: "amount_differs", detail: "The amount due is $450.00.", amountDue: 450 },
      { status: 409 },
    ),
  () => Response.json({ acknowledged: true, transactionId: "cheque-1042" }),
];

/** Answers each POST in turn. Returns what was sent. */
function answerWith(...answers: (() => Response)[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method !== "POST") return Response.json({});
    sent.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
    return answers[sent.length - 1]?.() ?? Response.error();
  });
  return sent;
}

async function openDialog() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <main id="main" tabIndex={-1}>
          <RecordPayment order={order} />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /^Record a payment for/ }));
  return user;
}

test("a reference that is left empty is not sent", async () => {
  const sent = answerWith(() => Response.json({ acknowledged: true, transactionId: "cash-1042" }));
  const user = await openDialog();
  await user.type(screen.getByLabelText("Reference"), "  ");
  await user.click(screen.getByRole("button", { name: "Record the payment" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const body = { paymentMethod: "e-transfer", receivedOn: today(), amount: order.purchaseTotal };
  expect(sent.map((call) => call.body)).toEqual([body]);
  // The row's button is gone by then.
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

test("the amount of the whole purchase is sent, and a refused payment keeps what was typed", async () => {
  const sent = answerWith(...answers);
  const user = await openDialog();
  await user.selectOptions(screen.getByLabelText("Paid by"), "Cheque");
  await user.type(screen.getByLabelText("Reference"), "104");
  expect(screen.getByText("$476.66")).toBeVisible();
  expect(screen.getByText(/^Order #1042, 2 tools, for/)).toBeVisible();
  const save = screen.getByRole("button", { name: "Record the payment" });
  await user.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent(/reach|connection/i));
  await user.click(save);
  expect(await screen.findByText(/The amount due is/)).toBeVisible();
  expect(screen.getByText("$450.00")).toBeVisible();
  expect(screen.getByLabelText("Reference")).toHaveValue("104");
  await user.click(save);
  await waitFor(() => expect(screen.queryByLabelText("Reference")).not.toBeInTheDocument());
  const body = { paymentMethod: "cheque", receivedOn: today(), reference: "104" };
  expect(sent.map((call) => call.body)).toEqual([
    ...[476.66, 476.66, 450].map((amount) => ({ ...body, amount })),
  ]);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[1]?.key);
});

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Order } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { FailedRefunds } from "./FailedRefunds.tsx";

const order = { _id: "1", number: 1042 } as Order;
const refunds = [
  { _id: "a", amount: 20, reason: "", state: "failed", at: "2026-11-01T00:00:00Z" },
  {
    _id: "b",
    amount: 20,
    reason: "",
    state: "waits",
    at: "2026-11-02T00:00:00Z",
    error: "expired",
  },
];

const show = (isAdmin: boolean) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <FailedRefunds order={order} refunds={refunds} isAdmin={isAdmin} />
    </QueryClientProvider>,
  );

test("a refund that came back is returned again, to the card or in another way", async () => {
  const sent: [string, unknown][] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    sent.push([new URL(request.url).pathname, await request.json()]);
    return Response.json({
      acknowledged: true,
      matchedCount: 1,
      modifiedCount: 1,
      refund: "given",
    });
  });
  show(true);
  expect(screen.getByText(/sent back \$20\.00 \(expired\)/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Refund to the card again" }));
  await userEvent.selectOptions(screen.getByLabelText("Or you returned it by"), "cash");
  await userEvent.click(screen.getByRole("button", { name: "Record that" }));
  const path = "/api/purchases/1/refunds/b/again";
  await vi.waitFor(() =>
    expect(sent).toEqual([
      [path, {}],
      [path, { method: "cash" }],
    ]),
  );
});

test("staff see it and do not decide about money", () => {
  show(false);
  expect(screen.getByText(/sent back/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

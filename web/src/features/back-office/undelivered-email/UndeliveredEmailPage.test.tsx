import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { OutboxEmail } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import UndeliveredEmailPage from "./UndeliveredEmailPage.tsx";

const LOST: OutboxEmail = {
  _id: "m1",
  kind: "order_paid",
  recipient: "robin@example.com",
  subject: "Your order is paid",
  state: "failed",
  attempts: 8,
  lastError: "550 5.1.1 no such user",
  createdAt: "2026-11-20T10:00:00Z",
  nextAt: null,
  retryable: true,
};

let mails: OutboxEmail[];
let asked: string[];
let retried: string[];

beforeEach(() => {
  mails = [LOST];
  asked = [];
  retried = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname, search } = new URL(request.url);
    if (request.method === "GET") {
      asked.push(pathname + search);
      return Response.json(mails);
    }
    retried.push(pathname);
    mails = [];
    return Response.json({ acknowledged: true });
  });
});

function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <UndeliveredEmailPage />
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("what did not arrive stands there with its address and what the mail server said, and is tried again", async () => {
  const user = open();
  const row = (await screen.findByText("Your order is paid")).closest("tr");
  expect(asked).toEqual(["/api/mails?limit=100&state=failed"]);
  expect(row).toHaveTextContent("robin@example.com");
  expect(row).toHaveTextContent("550 5.1.1 no such user");
  expect(row).toHaveTextContent("November 20, 2026");

  await user.click(
    screen.getByRole("button", { name: "Try again: the e-mail to robin@example.com" }),
  );
  expect(retried).toEqual(["/api/mails/m1/retry"]);
  expect(await screen.findByText("Nothing undelivered")).toBeVisible();
  expect(
    await screen.findByText("The e-mail to robin@example.com will be tried again"),
  ).toBeVisible();
});

test("a mail whose link has ended is not offered to be tried again", async () => {
  mails = [{ ...LOST, retryable: false }];
  open();
  const row = (await screen.findByText("Your order is paid")).closest("tr") as HTMLElement;
  expect(within(row).queryByRole("button")).not.toBeInTheDocument();
  expect(row).toHaveTextContent("Too late");
});

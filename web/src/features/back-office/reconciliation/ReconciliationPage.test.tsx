import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReconciliationReport } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import ReconciliationPage from "./ReconciliationPage.tsx";

const AGREE: ReconciliationReport = {
  tools: 26,
  orders: 14,
  payments: 11,
  recordedPayments: 0,
  recordedAmount: 0,
  provider: "compared",
  compared: 11,
  differences: [],
  more: false,
  givenBack: [],
};

const refused = () => Response.json({ code: "not_now", detail: "Not now." }, { status: 400 });

let reply: () => Response | Promise<Response>;

beforeEach(() => {
  reply = () => Response.json(AGREE);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => reply());
});

function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <ReconciliationPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("a check that does not come through says so, and is asked for again", async () => {
  reply = refused;
  const user = open();
  expect(screen.getByText("Checking the books …")).toBeInTheDocument();
  expect(await screen.findByText("Not now.")).toBeVisible();
  reply = () => Response.json(AGREE);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The books agree")).toBeVisible();
});

test("a later check that fails leaves the earlier one in sight, and says from when it is", async () => {
  const at = new Date("2026-11-21T14:05:07Z");
  reply = () => Response.json(AGREE, { headers: { Date: at.toUTCString() } });
  const user = open();
  expect(await screen.findByText("09:05:07")).toBeVisible();
  reply = refused;
  await user.click(screen.getByRole("button", { name: "Check again" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Not now. This is the result of 09:05:07.");
  expect(screen.getByText("The books agree")).toBeVisible();
});

test("while a check goes on another one cannot be asked for", async () => {
  const user = open();
  const again = await screen.findByRole("button", { name: "Check again" });
  let arrive = (_: Response) => {};
  reply = () => new Promise((resolve) => (arrive = resolve));
  await user.click(again);
  expect(await screen.findByText("Checking …")).toBeVisible();
  await user.click(again);
  expect(fetch).toHaveBeenCalledTimes(2);
  arrive(Response.json({ ...AGREE, provider: "silent" }));
  expect(await screen.findByText("Our own books agree")).toBeVisible();
});

test("automatic refunds are listed, done or in progress; refunds by an admin are not", async () => {
  const given = {
    orderId: "o",
    amount: 48,
    state: "done",
    byItself: true,
    at: "2026-11-20T10:00:00Z",
  };
  reply = () =>
    Response.json({
      ...AGREE,
      givenBack: [
        { ...given, transactionId: "pi_done" },
        { ...given, transactionId: "pi_due", state: "due" },
        { ...given, transactionId: "pi_decided", byItself: false },
      ],
    });
  open();
  const table = await screen.findByRole("table", { name: "Automatic refunds" });
  const row = (id: string) => within(table).getByText(id).closest("tr");
  expect(row("pi_done")).toHaveTextContent(/\$48\.00.*November 20, 2026.*Refunded/);
  expect(row("pi_due")).toHaveTextContent("In progress");
  expect(screen.queryByText("pi_decided")).not.toBeInTheDocument();
});

test("where no money went back unasked, nothing is said of it", async () => {
  open();
  expect(await screen.findByText("The books agree")).toBeVisible();
  expect(screen.queryByText("Automatic refunds")).not.toBeInTheDocument();
});

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import MovingInPage from "./MovingInPage.tsx";

const customers = {
  addedCount: 2,
  unchangedCount: 1,
  skippedCount: 1,
  skipped: [{ line: 4, detail: "This customer has no e-mail address." }],
  noteCount: 1,
  notes: [{ line: 3, detail: "The address is left out." }],
  consentCount: 2,
};

const known = { addedCount: 0, unchangedCount: 7, skippedCount: 0, skipped: [] };

const answers: Record<string, unknown> = {
  "/api/customer-imports/check": customers,
  "/api/customer-imports": customers,
  "/api/former-order-imports": [{ importedAt: "2026-11-25T14:00:00.000000Z", orderCount: 812 }],
};

let failing: string | undefined;

beforeEach(() => {
  failing = undefined;
  answers["/api/former-order-imports/check"] = known;
});

function show() {
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { method, url } = input as Request;
    const { pathname } = new URL(url);
    if (pathname === failing) return Response.json({ code: "forbidden" }, { status: 403 });
    return Response.json(await (answers[`${method} ${pathname}`] ?? answers[pathname]));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <MovingInPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const calls = () =>
    sent.mock.calls.map(([input]) => {
      const { method, url } = input as Request;
      return `${method} ${new URL(url).pathname}`;
    });
  return {
    user: userEvent.setup(),
    sent: calls,
    imports: () => calls().filter((call) => call.startsWith("POST ")),
  };
}

test("a file of customers is checked before it is imported", async () => {
  const { user, imports } = show();
  await user.upload(screen.getByLabelText("File of customers"), new File(["Name"], "c.csv"));
  expect(await screen.findByText("2 added, 1 known already, 1 row not taken.")).toBeVisible();
  expect(screen.getByText("Row 4: This customer has no e-mail address.")).toBeVisible();
  expect(screen.getByText("Row 3: The address is left out.")).toBeVisible();
  expect(screen.getByText(/2 rows with a consent to marketing. It is not taken/)).toBeVisible();
  expect(imports()).toEqual(["POST /api/customer-imports/check"]);
  await user.click(screen.getByRole("button", { name: "Import 2 customers" }));
  expect(await screen.findByText("Import finished")).toBeVisible();
  expect(imports()).toEqual(["POST /api/customer-imports/check", "POST /api/customer-imports"]);
  expect(screen.queryByRole("button", { name: "Import 2 customers" })).toBeNull();
});

test("a file of known orders has nothing to import", async () => {
  const { user } = show();
  await user.upload(screen.getByLabelText("File of orders"), new File(["Name"], "o.csv"));
  expect(await screen.findByText("0 added, 7 known already.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Import / })).toBeNull();
});

test("the orders of an import are deleted after a confirmation", async () => {
  const { user, sent } = show();
  const name = "Delete the import of November 25, 2026 at 9:00 a.m.";
  await user.click(await screen.findByRole("button", { name }));
  expect(screen.getByRole("dialog", { name: "Delete 812 former orders?" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(sent()).toContain("DELETE /api/former-order-imports/2026-11-25T14%3A00%3A00.000000Z"),
  );
});

test("no import is deleted while another one adds orders", async () => {
  answers["/api/former-order-imports/check"] = { ...known, addedCount: 900 };
  let finish: (() => void) | undefined;
  answers["POST /api/former-order-imports"] = new Promise((resolve) => {
    finish = () => resolve({ ...known, addedCount: 900 });
  });
  const { user, sent } = show();
  const deletion = await screen.findByRole("button", { name: /^Delete the import/ });
  await user.upload(screen.getByLabelText("File of orders"), new File(["Name"], "o.csv"));
  await user.click(await screen.findByRole("button", { name: "Import 900 orders" }));
  expect(deletion).toBeDisabled();
  expect(screen.getByText("An import can be deleted once the file is in.")).toBeVisible();
  finish?.();
  await waitFor(() => expect(deletion).toBeEnabled());
  expect(sent().filter((call) => call.startsWith("DELETE"))).toEqual([]);
});

test("the page links all that comes along", () => {
  show();
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(link("Import tools")).toBe("/dashboard/importTools");
  expect(link("Manage Reviews")).toBe("/dashboard/manageReviews");
  expect(link("Old addresses")).toBe("/dashboard/redirects");
});

test("past imports that cannot be loaded say so, and can be tried again", async () => {
  failing = "/api/former-order-imports";
  const { user } = show();
  expect(await screen.findByText("The imports so far could not be loaded.")).toBeVisible();
  failing = undefined;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/812 orders/)).toBeVisible();
});

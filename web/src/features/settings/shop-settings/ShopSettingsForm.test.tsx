import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import firstValues from "../../../api/shop-defaults.json";
import { ToastOutlet } from "../../../ui/toast.tsx";
import type { ManagedSettings } from "./queries.ts";
import ShopSettingsPage from "./ShopSettingsPage.tsx";

const STORED = {
  ...firstValues,
  ...{ privacy: "P", terms: "T", returns: "R", description: "D", synonyms: "" },
  ...{ drafts: [], aboutContent: [], hasArticles: true, lowStock: "5" },
  ...{ deliveryMethods: [], taxRegistrations: [], addedTaxRates: [], untaxedDelivery: "" },
} as unknown as ManagedSettings;

let stored: ManagedSettings;
let etag: string;
/** A save waits for it. */
let saving: Promise<Response>;
let finish: (answer: Response) => void;

beforeEach(() => {
  [stored, etag] = [STORED, '"1"'];
  saving = new Promise((resolve) => {
    finish = resolve;
  });
  // Each test has its own draft.
  const email = expect.getState().currentTestName ?? "";
  vi.spyOn(session, "useAccount").mockReturnValue({ email, name: "Olive" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
    (input as Request).method === "PUT"
      ? saving
      : Response.json(stored, { headers: { ETag: etag } }),
  );
});

function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <ShopSettingsPage />
      </MemoryRouter>
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

async function replace(user: ReturnType<typeof open>, label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

const conflicts = () => screen.getByRole("region", { name: "Changed by both of you" });

test("what is typed during the save of its section stays", async () => {
  const user = open();
  await replace(user, "Name", "Fern");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await replace(user, "Name", "Fern & Moss");
  finish(Response.json({ ...STORED, name: "Fern" }, { headers: { ETag: '"2"' } }));
  expect(await screen.findByText("Shop settings saved")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Fern & Moss");
  expect(screen.getByText(/^Not saved yet/)).toBeVisible();
  await replace(user, "Name", "Fern");
  expect(screen.queryByText(/^Not saved yet/)).toBeNull();
});

test("what is typed during a save that another owner preceded stays", async () => {
  const user = open();
  await replace(user, "Name", "Fern");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await replace(user, "Phone", "613 555-0199");
  [stored, etag] = [{ ...STORED, name: "Moss", hours: "Mondays" }, '"2"'];
  finish(Response.json({ code: "revision_changed", detail: "Again" }, { status: 412 }));
  expect(await screen.findByText("Again")).toBeVisible();
  expect(screen.getByLabelText("Phone")).toHaveValue("613 555-0199");
  expect(screen.getByLabelText("Opening hours")).toHaveValue("Mondays");
  expect(conflicts()).toHaveTextContent("Moss");
});

test("what was typed over older settings is shown beside the newer ones", async () => {
  const user = open();
  await replace(user, "Name", "Fern");
  cleanup();
  [stored, etag] = [{ ...STORED, name: "Moss" }, '"2"'];
  open();
  expect(await screen.findByLabelText("Name")).toHaveValue("Fern");
  expect(conflicts()).toHaveTextContent("Moss");
});

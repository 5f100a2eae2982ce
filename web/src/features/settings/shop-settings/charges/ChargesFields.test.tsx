import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as session from "../../../../api/session/SessionProvider.tsx";
import firstValues from "../../../../api/shop-defaults.json";
import { ToastOutlet } from "../../../../ui/toast.tsx";
import { NO_FRENCH } from "../french.test-texts.ts";
import type { ManagedSettings } from "../queries.ts";
import ShopSettingsPage from "../ShopSettingsPage.tsx";

let stored: ManagedSettings;
let refusal: { field: string; detail: string; row: number; member?: string } | undefined;
let sent: Partial<ManagedSettings>[];

const OVERVIEW = {
  day: "2026-11-26",
  salesFrom: "2025-11-26",
  places: [
    {
      province: "QC",
      name: "Québec",
      sales: 1260.5,
      taxes: [
        { tax: "GST", rate: 5, authority: "GST/HST", isCharged: true, isOwn: false, since: "2008" },
        { tax: "QST", rate: 9.975, authority: "QST", isCharged: false, isOwn: true, since: "2013" },
      ],
    },
  ],
  salesElsewhere: 10,
  limits: [{ authority: "QST", limit: 30_000, sales: 1260.5, isRegistered: false }],
  addedRates: [
    { province: "NS", tax: "HST", rate: 13, from: "2027-04-01", tableRate: 14, isInTable: false },
  ],
};

const REPORT = { from: "2026-07-01", to: "2026-09-30", rows: [], totals: [], untaxedSales: 0 };

beforeEach(() => {
  stored = {
    ...firstValues,
    ...{
      drafts: [],
      aboutContent: [],
      hasArticles: true,
      lowStock: "5",
      guestCheckout: "off",
      guestLimit: "500",
      checkoutMinutes: "30",
      payAtPickUp: "off",
      synonyms: "",
    },
    ...{ homeProvince: "", deliveryMethods: [], taxRegistrations: [] },
    ...{ addedTaxRates: [], untaxedDelivery: "" },
    ...{ french: NO_FRENCH, frenchDrafts: [] },
    ...{ description: "D", privacy: "P", terms: "T", returns: "R" },
  } as unknown as ManagedSettings;
  [refusal, sent] = [undefined, []];
  const email = expect.getState().currentTestName ?? "";
  vi.spyOn(session, "useAccount").mockReturnValue({ email, name: "Olive" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { method, url } = input as Request;
    if (url.endsWith("/manageTaxes")) return Response.json(OVERVIEW);
    if (url.endsWith("/manageTaxes/report")) return Response.json(REPORT);
    if (method === "PUT") {
      const change = await (input as Request).json();
      if (refusal)
        return Response.json({ code: "invalid_field", errors: [refusal] }, { status: 422 });
      sent.push(change);
      stored = { ...stored, ...change };
    }
    return Response.json(stored, { headers: { ETag: `"${sent.length}"` } });
  });
});

function open(section: string) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[`/dashboard/shop?section=${section}`]}>
        <ShopSettingsPage />
      </MemoryRouter>
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const press = (user: ReturnType<typeof open>, name: string) =>
  user.click(screen.getByRole("button", { name }));
const card = (name: string) => within(screen.getByRole("listitem", { name }));

test("an owner adds methods, changes a price and their order", async () => {
  const user = open("delivery");
  await user.click(await screen.findByRole("button", { name: "Free from an amount" }));
  const price = screen.getByLabelText("Price, step 1");
  await user.clear(price);
  await user.type(price, "12,5");
  expect(price).toHaveValue("12,5");
  expect(card("Delivery").getByText(/^\$12\.50 to all of Canada, free from/)).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Nova Scotia" }));
  await press(user, "Pick-up at the shop");
  expect(screen.queryByRole("checkbox", { name: "Nova Scotia" })).toBeNull();
  await press(user, "Up: Pick-up at the shop");
  await press(user, "Save");
  expect(await screen.findByText("Shop settings saved")).toBeVisible();
  const saved = sent[0]?.deliveryMethods ?? [];
  expect(saved.map(({ id }) => id)).toEqual(["pick-up", "delivery"]);
  expect([saved[1]?.provinces, saved[1]?.prices.steps[0]]).toEqual([
    ["NS"],
    { from: 0, price: 12.5 },
  ]);
  await press(user, "Remove: Delivery");
  await press(user, "Remove: Pick-up at the shop");
  // A second press of the pointer would count as a double click.
  screen.getByRole("button", { name: "Save" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent[1]).toEqual({ deliveryMethods: [] }));
});

test("text in place of a number is marked, and the save says so", async () => {
  const user = open("delivery");
  await user.click(await screen.findByRole("button", { name: "One price" }));
  await user.type(screen.getByLabelText("Price"), "x");
  expect(screen.getByText("Enter an amount, like 15.00")).toBeVisible();
  await press(user, "Save");
  expect(
    await screen.findByText("Nothing was saved. Please correct the fields above."),
  ).toBeVisible();
  expect(card("Delivery").getAllByText(/numbers that are marked/).length).toBeGreaterThan(0);
  expect(sent).toEqual([]);
});

test("a refusal stands at the field of its method, and opens it", async () => {
  const user = open("delivery");
  await user.click(await screen.findByRole("button", { name: "Local delivery" }));
  await press(user, "Pick-up at the shop");
  await press(user, "Save");
  const areas = await screen.findByLabelText("Postal codes that begin with");
  expect(areas).toHaveAccessibleDescription(/Please enter how the postal codes begin/);
  await user.type(areas, "j8x");
  expect(areas).toHaveValue("j8x");
  refusal = { field: "deliveryMethods", detail: "Please enter a name.", row: 1, member: "name" };
  screen.getByRole("button", { name: "Save" }).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Please enter a name.")).toBeVisible();
  const [, name] = screen.getAllByLabelText("Name");
  expect(name).toHaveAccessibleDescription(/Please enter a name/);
});

test("the server’s refusal stands at its registration", async () => {
  const user = open("taxes");
  await user.click(await screen.findByRole("button", { name: "Add a registration" }));
  await press(user, "Add a registration");
  expect(screen.getByLabelText("Registration 2: tax")).toHaveValue("QST");
  for (const day of screen.getAllByLabelText(/first day/)) await user.type(day, "2026-01-01");
  const detail = "A QST number looks like this.";
  refusal = { field: "taxRegistrations", detail, row: 1, member: "number" };
  await press(user, "Save");
  const [, second] = screen.getAllByLabelText(/: number/);
  expect(await screen.findByText("A QST number looks like this.")).toBeVisible();
  expect(second).toHaveAccessibleDescription("A QST number looks like this.");
  await user.type(second as HTMLElement, "1");
  expect(screen.queryByText("A QST number looks like this.")).toBeNull();
});

test("a refused day is marked at the day", async () => {
  const user = open("taxes");
  await user.click(await screen.findByRole("button", { name: "Add a registration" }));
  await user.type(screen.getByLabelText(/first day/), "2026-01-01");
  await user.type(screen.getByLabelText(/end date/), "2025-01-01");
  const detail = "The last day lies before the first.";
  refusal = { field: "taxRegistrations", detail, row: 0, member: "until" };
  await press(user, "Save");
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByLabelText(/end date/)).toHaveAccessibleDescription(detail);
});

test("the provincial tax on the delivery is asked only where the shop is registered", async () => {
  const row = { authority: "BC PST" as const, number: "1", from: "2026-01-01", until: null };
  stored.taxRegistrations = [row];
  const user = open("taxes");
  await user.click(
    await screen.findByRole("checkbox", { name: "PST on the delivery to British Columbia" }),
  );
  expect(screen.queryByRole("checkbox", { name: /Manitoba/ })).toBeNull();
  await press(user, "Save");
  expect(sent).toEqual([{ untaxedDelivery: "BC" }]);
  await press(user, "Remove: registration 1");
  expect(screen.queryByRole("checkbox", { name: /British Columbia/ })).toBeNull();
});

test("the page says what is charged and how much was sold", async () => {
  open("taxes");
  expect(
    await screen.findByText("You are not registered for QST, so a sale to Québec has GST 5% only."),
  ).toBeVisible();
  expect(screen.getByText("GST 5%").tagName).toBe("STRONG");
  expect(screen.getByText(/Your own rate: HST 13% in Nova Scotia/)).toHaveClass("text-error");
  expect(screen.getByText("QST, Québec").closest("li")).toHaveTextContent(
    /\$1,260\.50 of \$30,000\.00.*Below/,
  );
  expect(screen.getByText(/Sales of \$10\.00 needed no province/)).toBeVisible();
  expect(screen.getByText(/not legal advice/)).toBeVisible();
});

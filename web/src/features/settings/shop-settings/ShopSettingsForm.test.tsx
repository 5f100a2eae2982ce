import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import { setShop } from "../../../api/shop.ts";
import firstValues from "../../../api/shop-defaults.json";
import { paths } from "../../../pages.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import { NO_FRENCH } from "./french.test-texts.ts";
import type { ManagedSettings } from "./queries.ts";
import ShopSettingsPage from "./ShopSettingsPage.tsx";
import { GROUPS } from "./settings-groups.ts";
import { SECTION_NAMES } from "./settings-sections.ts";

const STORED = {
  ...firstValues,
  ...{ privacy: "P", terms: "T", returns: "R", description: "D", synonyms: "" },
  ...{ drafts: [], aboutContent: [], hasArticles: true, lowStock: "5" },
  ...{ deliveryMethods: [], taxRegistrations: [], addedTaxRates: [], untaxedDelivery: "" },
  ...{ french: NO_FRENCH, frenchDrafts: [], privacyOfficer: "", privacyContact: "" },
} as unknown as ManagedSettings;

let codes: object[];
let stored: ManagedSettings;
let etag: string;
/** A save waits for it. */
let saving: Promise<Response>;
let finish: (answer: Response) => void;

afterEach(() => setShop());

beforeEach(() => {
  [stored, etag] = [STORED, '"1"'];
  codes = [{ endedAt: "2026-11-02T00:00:00Z" }, {}];
  saving = new Promise((resolve) => {
    finish = resolve;
  });
  // Each test has its own draft.
  const email = expect.getState().currentTestName ?? "";
  vi.spyOn(session, "useAccount").mockReturnValue({ email, name: "Olive" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
    (input as Request).method === "PUT"
      ? saving
      : (input as Request).url.endsWith("/discountCodes")
        ? Response.json(codes)
        : Response.json(stored, { headers: { ETag: etag } }),
  );
});

function open(path = "/dashboard/shop?section=shop") {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
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

const { shopSettings } = paths;

test("without a section the page is an index with the state of each, and keeps what is not saved", async () => {
  stored = { ...STORED, guestCheckout: "on", guestLimit: "500", drafts: ["terms"] };
  const user = open(shopSettings);
  const sections = await screen.findByRole("navigation", { name: "Sections" });
  const card = (name: string) =>
    within(sections)
      .getByRole("link", { name: new RegExp(`^${name}`) })
      .closest("li");
  expect(card("Guests")).toHaveTextContent("Visitors may buy up to $500.00");
  expect(card("Legal pages")).toHaveTextContent("1 first draft to check");
  expect(card("Delivery")).toHaveTextContent("No methods yet");
  await waitFor(() => expect(card("Discount codes")).toHaveTextContent("1 code in use"));

  await user.click(within(sections).getByRole("link", { name: "The shop" }));
  await replace(user, "Name", "Fern");
  await user.click(screen.getByRole("link", { name: "All settings" }));
  expect(screen.getByRole("link", { name: "The shop (not saved yet)" })).toBeVisible();
});

test("the index says that no code is in use", async () => {
  codes = [{ endedAt: "2026-11-02T00:00:00Z" }];
  open(shopSettings);
  expect(await screen.findByText("No codes in use")).toBeVisible();
});

test("the search of the settings leads to a field, which has the focus", async () => {
  const user = open(shopSettings);
  const search = await screen.findByRole("searchbox", { name: "Search the settings" });
  await user.type(search, "hours{Enter}");
  await user.click(screen.getByRole("link", { name: "Opening hours" }));
  await waitFor(() => expect(screen.getByLabelText("Opening hours")).toHaveFocus());
  await user.click(screen.getByRole("link", { name: "All settings" }));
  expect(screen.getByRole("searchbox")).toHaveValue("");
  await user.type(screen.getByRole("searchbox"), "zebra{Enter}");
  expect(screen.getByText("No settings match this search.")).toBeVisible();
});

test("the search leads to the section if the field is not shown", async () => {
  stored = { ...STORED, homeSections: "favourites" };
  const user = open(shopSettings);
  await user.type(await screen.findByRole("searchbox"), "your story{Enter}");
  const link = screen.getByRole("link", { name: "Your story" });
  expect(link).toHaveAttribute("href", "/dashboard/shop?section=home");
  expect(link.closest("li")).toHaveTextContent("in Home page");
});

test.each([
  ["favourites", "Sections of the home page: Favourites", "homeSections"],
  ["subscribe", "Pages, Subscribe Now and footer", "siteParts"],
  ["portfolio", "Pages, Subscribe Now and footer: My Portfolio (a sample)", "siteParts"],
  ["interac", "How to pay", "howToPay"],
])("the search for %s finds the words of switches and hints", async (word, text, field) => {
  const user = open(shopSettings);
  await user.type(await screen.findByRole("searchbox"), `${word}{Enter}`);
  const { href } = screen.getByRole<HTMLAnchorElement>("link", { name: text });
  expect(new URL(href).searchParams.get("field")).toBe(field);
});

test.each([
  [true, "2 of 9 sections shown", false],
  [false, "3 of 11 sections shown", true],
])("hasArticles %s: the home page offers %s", async (hasArticles, state, hasPicture) => {
  stored = { ...STORED, hasArticles, homeSections: "new story banner" };
  setShop(stored);
  const user = open(shopSettings);
  expect(await screen.findByText(state)).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Home page" }));
  await screen.findByLabelText("Heading of the home page");
  expect(screen.queryByLabelText("Picture beside the heading") !== null).toBe(hasPicture);
});

const inFrench = (texts: object, settings: object = {}) =>
  ({ ...STORED, ...settings, french: { ...NO_FRENCH, ...texts } }) as ManagedSettings;

test("a text in English alone is marked, and the French one is sent", async () => {
  stored = inFrench({}, { hours: "Mondays", howToPay: "" });
  const user = open();
  const field = await screen.findByLabelText("Opening hours in French");
  expect(field).toHaveAccessibleDescription(/^French is missing/);
  expect(screen.getByLabelText("How to pay in French")).not.toHaveAccessibleDescription(/French/);
  await user.type(field, "Le lundi");
  expect(field).not.toHaveAccessibleDescription(/French/);
  await user.click(screen.getByRole("button", { name: "Save" }));
  const calls = vi.mocked(fetch).mock.calls.map(([input]) => input as Request);
  const sent = calls.find(({ method }) => method === "PUT");
  expect(await sent?.clone().json()).toMatchObject({ french: { hours: "Le lundi" } });
  const errors = [{ field: "french", member: "hours", detail: "Too long" }];
  finish(Response.json({ code: "invalid_field", errors }, { status: 422 }));
  await waitFor(() => expect(field).toHaveAccessibleDescription("Too long"));
});

test("the index counts the texts that are missing in French", async () => {
  const home = { homeSections: "", tagline: "Tools", intro: "Welcome", about: "" };
  stored = inFrench({ tagline: "Outils", privacy: "P" }, { ...home, hours: "", aboutTitle: "" });
  stored = { ...stored, ...{ howToPay: "", aboutText: "", description: "" } };
  open(shopSettings);
  expect(await screen.findByText(/^3 texts are missing in French/)).toBeVisible();
  const card = (name: string) => screen.getByRole("link", { name }).closest("li");
  expect(card("Home page")).toHaveTextContent("French is missing for 1 text");
  expect(card("Legal pages")).toHaveTextContent("French is missing for 2 texts");
  expect(card("The shop")).not.toHaveTextContent("French");
});

test("a first legal text in French is a draft until the owner has checked it", async () => {
  stored = { ...inFrench({ terms: "T", privacy: "P" }), frenchDrafts: ["terms"] };
  const user = open(`${shopSettings}?section=legal`);
  await user.click(await screen.findByRole("checkbox", { name: /checked this French text/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const calls = vi.mocked(fetch).mock.calls.map(([input]) => input as Request);
  const sent = calls.find(({ method }) => method === "PUT");
  expect(await sent?.clone().json()).toEqual({ french: { terms: "T" } });
});

test("each section is in one group of the index", () => {
  expect(Object.values(GROUPS).flat().sort()).toEqual([...SECTION_NAMES].sort());
});

import { expect, type Locator, type Page, type PlaywrightWorkerArgs } from "@playwright/test";
import type { Account } from "./shop.ts";

const exactly = (text: string) => new RegExp(`^${text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}$`);

/** What people do on every screen, on a phone as on a desktop. */
export class Visitor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A link of the navigation bar, which a small screen keeps behind its menu. */
  async goTo(name: string) {
    const bar = this.#page.getByRole("navigation", { name: "Main" });
    await this.#open(bar, "Menu");
    await bar.getByRole("link", { name, exact: true }).click();
  }

  async goToInDashboard(name: string) {
    const sidebar = this.#page.getByRole("navigation", { name: "Dashboard" });
    await this.#open(sidebar, "Dashboard menu");
    await sidebar.getByRole("link", { name, exact: true }).click();
  }

  async #open(navigation: Locator, name: string) {
    // Whether there is a menu button is known only once the navigation stands.
    await expect(navigation).toBeVisible();
    const menu = navigation.getByRole("button", { name });
    if ((await menu.isVisible()) && (await menu.getAttribute("aria-expanded")) === "false")
      await menu.click();
  }

  async fillInLogin({ email, password }: Account) {
    await this.#page.getByLabel("E-mail").fill(email);
    await this.#page.getByLabel("Password").fill(password);
    await this.#page.getByRole("main").getByRole("button", { name: "Login" }).click();
  }

  /** Signed in without the form: the cookie is what signing in leaves behind. The app fetches its token by itself. */
  async arriveAs({ email, password }: Account, path = "/dashboard") {
    const answer = await this.#page.request.post("/api/identity/sign-in", {
      data: { email, password },
    });
    expect(answer.status()).toBe(200);
    await this.#page.goto(path);
  }

  async signOut() {
    await this.#page.getByRole("button", { name: "Sign Out" }).click();
  }

  /** Ends this browser's session from another place, so that the browser hears nothing of it: cookie and token stay. */
  async sessionEndsElsewhere(playwright: PlaywrightWorkerArgs["playwright"]) {
    const elsewhere = await playwright.request.newContext({
      baseURL: new URL(this.#page.url()).origin,
      storageState: await this.#page.context().storageState(),
    });
    expect((await elsewhere.post("/api/identity/sign-out")).status()).toBe(200);
    await elsewhere.dispose();
  }

  token(): Promise<string | null> {
    return this.#page.evaluate(() => localStorage.getItem("accessToken"));
  }

  /** A toast with this text and no other. */
  toast(text: string): Locator {
    return this.#page.getByRole("alert").filter({ hasText: exactly(text) });
  }

  /** The row of a table, whatever shape the table has on this screen, by texts that stand in it. */
  row(table: string, ...texts: string[]): Locator {
    let rows = this.#page.getByRole("table", { name: table }).getByRole("row");
    for (const text of texts) rows = rows.filter({ hasText: text });
    return rows;
  }

  columns(table: string): Locator {
    return this.#page.getByRole("table", { name: table }).getByRole("columnheader");
  }
}

/** What a row says, cell by cell, as a screen reader would: without the labels that only phones show. */
export async function expectCells(row: Locator, cells: (string | RegExp)[]) {
  await expect(row.getByRole("cell")).toHaveCount(cells.length);
  for (const [place, text] of cells.entries())
    await expect(row.getByRole("cell").nth(place)).toHaveAccessibleName(text);
}

/** `$1,234.50`, reckoned apart from the app's own formatting. */
export const dollars = (amount: number) =>
  amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

/** Under the form, where the specification wants what the identity provider says. */
export async function expectSmallAndRed(fault: Locator) {
  await expect(fault).toBeVisible();
  const { red, size, form } = await fault.evaluate((element) => {
    const { color, fontSize } = getComputedStyle(element);
    element.ownerDocument.body.style.color = "var(--color-error)";
    const red = getComputedStyle(element.ownerDocument.body).color;
    element.ownerDocument.body.style.color = "";
    const last = element.closest("form")?.lastElementChild;
    return { red: color === red, size: Number.parseFloat(fontSize), form: last === element };
  });
  expect({ red, form }).toEqual({ red: true, form: true });
  expect(size).toBeLessThan(16);
}

/** Waits for what a screen is looked at for. */
export const expectAnswered = (sign: Locator) => expect(sign).toBeVisible();

import { expect, type Locator, type Page, type PlaywrightWorkerArgs } from "@playwright/test";
import type { Account } from "./shop.ts";

const exactly = (text: string) => new RegExp(`^${text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}$`);

/** Actions and locators that work on every screen, on a phone and on a desktop. */
export class User {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Follows a link of the navigation bar. A small screen hides it behind a menu. */
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
    // The menu button is only rendered with the navigation.
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

  /** Signs in through the API, which sets the session cookie, and opens a page. The app then fetches its token. */
  async signInAs({ email, password }: Account, path = "/dashboard") {
    const response = await this.#page.request.post("/api/identity/sign-in", {
      data: { email, password },
    });
    expect(response.status()).toBe(200);
    await this.#page.goto(path);
  }

  /** Waits for the end of the session. A page that opens earlier would still send the token. */
  async signOut() {
    const button = this.#page.getByRole("button", { name: "Sign Out", exact: true });
    await button.click();
    // The payment page leaves for a whole new document.
    await expect(button).toBeHidden({ timeout: 30_000 });
  }

  /** Ends the session on the server only. The browser keeps its cookie and its token. */
  async revokeSession(playwright: PlaywrightWorkerArgs["playwright"]) {
    const other = await playwright.request.newContext({
      baseURL: new URL(this.#page.url()).origin,
      storageState: await this.#page.context().storageState(),
    });
    expect((await other.post("/api/identity/sign-out")).status()).toBe(200);
    await other.dispose();
  }

  /** Holds back responses until the returned function is called. */
  async holdResponses(url: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.#page.route(url, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  token(): Promise<string | null> {
    return this.#page.evaluate(() => localStorage.getItem("accessToken"));
  }

  /** A toast with exactly this text. */
  toast(text: string): Locator {
    return this.#page.getByRole("alert").filter({ hasText: exactly(text) });
  }

  /** The rows of a table that contain all these texts, also where a phone shows rows as cards. */
  row(table: string, ...texts: string[]): Locator {
    let rows = this.#page.getByRole("table", { name: table }).getByRole("row");
    for (const text of texts) rows = rows.filter({ hasText: text });
    return rows;
  }

  /** A button of a row. On a phone, the row's menu has all but the first. */
  async rowAction(row: Locator, name: RegExp | string): Promise<Locator> {
    await expect(row).toBeVisible();
    const menu = row.getByRole("button", { name: /^More for / });
    if (await menu.isVisible()) await menu.click();
    return row.getByRole("button", { name });
  }

  columns(table: string): Locator {
    return this.#page.getByRole("table", { name: table }).getByRole("columnheader");
  }
}

/** Compares accessible names, which leave out the labels that only phones show. */
export async function expectCells(row: Locator, cells: (string | RegExp)[]) {
  const found = row.getByRole("cell").or(row.getByRole("rowheader"));
  await expect(found).toHaveCount(cells.length);
  for (const [place, text] of cells.entries())
    await expect(found.nth(place)).toHaveAccessibleName(text);
}

/** Text at the beginning, as a pattern. */
export const startingWith = (text: string) => new RegExp(exactly(text).source.slice(0, -1));

/** `$1,234.50`, independent of the app's own formatting. */
export const dollars = (amount: number) =>
  amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

/** The specification wants login errors as small red text under the form. */
export async function expectFormError(error: Locator) {
  await expect(error).toBeVisible();
  const { red, size, form } = await error.evaluate((element) => {
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

export const expectVisible = (locator: Locator) => expect(locator).toBeVisible();

import type { Page } from "@playwright/test";

export const PROVIDERS = ["google", "facebook", "github", "twitter"] as const;

export type Provider = (typeof PROVIDERS)[number];

/** Google and GitHub confirm the user's e-mail. Facebook and Twitter never do. */
export const verifiesEmail = (provider: Provider) => provider === "google" || provider === "github";

interface Profile {
  name: string;
  email?: string;
}

/** The consent page of a social provider: in a popup on a desktop, in the shop's own tab on a phone. */
export class ConsentPage {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Clicks a button that leads to a provider. */
  static async open(page: Page, button: string, inPopup: boolean): Promise<ConsentPage> {
    const popup = inPopup ? page.waitForEvent("popup") : undefined;
    await page.getByRole("button", { name: button, exact: true }).click();
    const opened = (await popup) ?? page;
    await opened.waitForURL(/\/sandbox\/oauth\//);
    return new ConsentPage(opened);
  }

  async allowAs({ name, email }: Profile) {
    await this.#page.getByRole("radio", { name: "New user" }).check();
    await this.#page.getByRole("textbox", { name: "Name" }).fill(name);
    await this.#page.getByRole("textbox", { name: "E-mail address" }).fill(email ?? "");
    const verified = this.#page.getByRole("checkbox", { name: "has verified this address" });
    if ((await verified.count()) > 0) await verified.check();
    await this.#page.getByRole("button", { name: "Allow" }).click();
  }

  async refuse() {
    await this.#page.getByRole("button", { name: "Refuse" }).click();
  }

  async close() {
    await this.#page.close();
  }
}

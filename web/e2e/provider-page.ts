import type { Page } from "@playwright/test";

export const PROVIDERS = ["google", "facebook", "github", "twitter"] as const;

export type Provider = (typeof PROVIDERS)[number];

/** Google and GitHub vouch for an address; the other two never do. */
export const vouches = (provider: Provider) => provider === "google" || provider === "github";

interface Person {
  name: string;
  email?: string;
  verified?: boolean;
}

/** The page of an identity provider on which somebody says who they are: in a window of its own, or in place of the shop. */
export class ProviderPage {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Presses a button that leads to a provider, on a phone with the page itself, else in a window. */
  static async reach(page: Page, button: string, inWindow: boolean): Promise<ProviderPage> {
    const popup = inWindow ? page.waitForEvent("popup") : undefined;
    await page.getByRole("button", { name: button, exact: true }).click();
    const reached = (await popup) ?? page;
    await reached.waitForURL(/\/sandbox\/oauth\//);
    return new ProviderPage(reached);
  }

  async allowAs({ name, email, verified = true }: Person) {
    await this.#page.getByRole("radio", { name: "New user" }).check();
    await this.#page.getByRole("textbox", { name: "Name" }).fill(name);
    await this.#page.getByRole("textbox", { name: "E-mail address" }).fill(email ?? "");
    const tick = this.#page.getByRole("checkbox", { name: "has verified this address" });
    if ((await tick.count()) > 0) await tick.setChecked(verified);
    await this.allow();
  }

  async allow() {
    await this.#page.getByRole("button", { name: "Allow" }).click();
  }

  async refuse() {
    await this.#page.getByRole("button", { name: "Refuse" }).click();
  }

  /** The next answer is untrue in this way. */
  async answerWrongly(how: string) {
    await this.#page.getByText("Respond with a fault").click();
    await this.#page.getByLabel("What the shop gets").selectOption(how);
  }

  async close() {
    await this.#page.close();
  }
}

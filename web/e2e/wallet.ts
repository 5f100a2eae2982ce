import type { FrameLocator, Page } from "@playwright/test";

/** The customer's addresses in the fake wallets. */
export const ADDRESSES = {
  halifax: "Halifax B3J 1A1",
  montreal: "Montréal H2X 1Y4",
  iqaluit: "Iqaluit X0A 0H0",
};

export const WALLET_CARDS = {
  declined: "Visa 0002, is declined",
  asks: "Visa 3155, asks you",
  asksElsewhere: "Visa 3063, asks you on its own page",
};

/** A fake wallet of the sandbox: its button in the page, and its sheet above it. */
export class Wallet {
  readonly #page: Page;
  readonly #name: string;

  constructor(page: Page, name: "Apple Pay" | "Google Pay") {
    this.#page = page;
    this.#name = name;
  }

  get button() {
    const frame = this.#page.frameLocator('iframe[title="Secure express checkout frame"]');
    return frame.getByRole("button", { name: this.#name });
  }

  get sheet(): FrameLocator {
    return this.#page.frameLocator(`iframe[title="${this.#name}"]`);
  }

  /** Names the total. */
  get pay() {
    return this.sheet.getByRole("button", { name: /^Pay \$/ });
  }

  /** Asked for without a login. */
  get email() {
    return this.sheet.getByRole("textbox", { name: "E-mail" });
  }

  get cancel() {
    return this.sheet.getByRole("button", { name: "Cancel" });
  }

  /** The amount beside a title. */
  amount(title: string) {
    const term = this.sheet.getByRole("term").filter({ hasText: title });
    return term.locator("xpath=following-sibling::dd[1]");
  }

  async choose(label: "Card" | "Deliver to" | "Delivery", option: string) {
    await this.sheet.getByLabel(label, { exact: true }).selectOption({ label: option });
  }
}

/** The page of the bank, in a frame above the shop or in its place. */
export const bankIn = (page: Page) =>
  page.frameLocator('iframe[title="Authentication by your bank"]');

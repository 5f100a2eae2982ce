import type { FrameLocator, Page } from "@playwright/test";

export const CARDS = { pays: "4242424242424242", declined: "4000000000000002" };

/** The card fields in the provider's iframe. No other file knows their names. */
export class CardField {
  readonly #frame: FrameLocator;

  constructor(page: Page) {
    // The card field of a single order, or the Payment Element of the checkout.
    const titles = ["Secure card payment input frame", "Secure payment input frame"];
    this.#frame = page.frameLocator(titles.map((title) => `iframe[title="${title}"]`).join(", "));
  }

  get number() {
    return this.#frame.getByRole("textbox", { name: "Card number" });
  }

  /** Types key by key, because the fields add spaces and move the focus automatically. */
  async type(number: string) {
    for (const [name, text] of [
      ["Card number", number],
      ["Expiration date", "1234"],
      ["Security code", "123"],
    ] as const) {
      const field = this.#frame.getByRole("textbox", { name });
      await field.clear();
      await field.pressSequentially(text);
    }
  }
}

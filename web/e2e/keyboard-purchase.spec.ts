import { CARDS } from "./card-field.ts";
import { expect, type Locator, type Page, test } from "./fixtures.ts";
import { Wallet } from "./wallet.ts";

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;
const MOST_STOPS = 40;

/** Presses Tab until the element has the focus, also in a frame. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    const hasFocus = await target.evaluate(
      (element) =>
        element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element,
    );
    if (hasFocus) return;
  }
  throw new Error(`${MOST_STOPS} stops do not lead to ${target}`);
}

async function buyNow(page: Page, slug: string) {
  await page.goto(`/tool/${slug}`);
  await tabTo(page, page.getByRole("button", { name: "Buy now" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/checkout");
}

test("a stranger buys with a card by keyboard alone", async ({
  page,
  shop,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(NO_SESSION);
  const { slug } = await shop.toolAt(11);
  const main = page.getByRole("main");
  await buyNow(page, slug);
  for (const [label, text] of [
    ["E-mail", shop.newAccount().email],
    ["Name", "Ada Wren"],
    ["Street and number", "12 Fern Lane"],
    ["City", "Halifax"],
    ["Postal code", "B3J 1A1"],
  ] as const) {
    await tabTo(page, main.getByRole("textbox", { name: label, exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, card.number);
  // The focus moves on when a field is complete.
  await page.keyboard.type(`${CARDS.pays}1234123`);
  const pay = main.getByRole("button", { name: /^Pay \$/ });
  await expect(pay).toBeEnabled();
  await tabTo(page, pay);
  await page.keyboard.press("Enter");
  await expect(main.getByText("Thank you!")).toBeVisible();
});

test("a stranger buys with a wallet by keyboard alone", async ({ page, shop, consoleErrors }) => {
  consoleErrors.expect(NO_SESSION);
  const { slug } = await shop.toolAt(11);
  await buyNow(page, slug);
  const wallet = new Wallet(page, "Google Pay");
  await tabTo(page, wallet.button);
  await page.keyboard.press("Enter");
  await tabTo(page, wallet.email);
  await page.keyboard.type(shop.newAccount().email);
  await expect(wallet.pay).toBeEnabled();
  await tabTo(page, wallet.pay);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByText("Thank you!")).toBeVisible();
});

import { expectAccessible } from "./a11y.ts";
import { CARDS } from "./card-field.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import { typeGuest } from "./guest.ts";
import type { Shop } from "./shop.ts";
import { Thumb } from "./thumb.ts";
import { WALLET_CARDS, Wallet } from "./wallet.ts";

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

test(
  "a stranger pays with three taps, and the link opens the order",
  ON_PHONE_TOO,
  async ({ page, shop, card, inbox, consoleErrors, browser }) => {
    consoleErrors.expect(NO_SESSION);
    const tool = await shop.toolAt(11);
    const { email, password } = shop.newAccount();
    const main = page.getByRole("main");
    const requests: string[] = [];
    page.context().on("request", (request) => {
      requests.push(request.url(), request.headers().referer ?? "");
    });
    const thumb = new Thumb();

    await test.step("three taps from the tool's page", async () => {
      await page.goto(`/tool/${tool.slug}`);
      await thumb.tap(main.getByRole("button", { name: /^Add to basket/ }).first());
      await thumb.tap(page.getByRole("dialog").getByRole("link", { name: "Checkout" }));
      await typeGuest(page, email);
      const pay = main.getByRole("button", { name: /^Pay \$/ });
      await expect(pay).toBeEnabled();
      const links = page.getByRole("banner").getByRole("link");
      await expect(links).toHaveText([/^Trowel$/, /^1$/]);
      await expect(page.getByRole("contentinfo").getByRole("link")).toHaveText([
        "Privacy",
        "Terms of sale",
        "Returns",
        "Français",
      ]);
      await expectAccessible(page);
      await card.type(CARDS.pays);
      await thumb.tap(pay);
      await expect(main.getByText("Thank you!")).toBeVisible();
      await expect(main.getByText(`We e-mail a link to this order to ${email}.`)).toBeVisible();
      expect(thumb.taps).toBe(3);
      await expectAccessible(page);
    });

    const link = await inbox.linkFor(email, "/guest-order");
    const token = link.split("token=")[1] ?? "";
    await test.step("another browser opens the link and sets a password", async () => {
      const context = await browser.newContext();
      const other = await context.newPage();
      other.on("request", (request) => {
        requests.push(request.url(), request.headers().referer ?? "");
      });
      const response = await other.goto(new URL(link, page.url()).href);
      const headers = response?.headers() ?? {};
      expect([
        headers["cache-control"],
        headers["referrer-policy"],
        headers["x-robots-tag"],
      ]).toEqual(["private, no-store", "no-referrer", "noindex"]);
      const order = other.getByRole("main");
      await expect(order.getByRole("heading", { level: 1 })).toContainText("Order #");
      await expect(order).toContainText(tool.name);
      await expect(order).not.toContainText("Fern Lane");
      await expectAccessible(other);
      await order.getByLabel("Password", { exact: true }).fill(password);
      await order.getByRole("button", { name: "Set a password" }).click();
      await expect(order.getByText("Your account is ready.")).toBeVisible();
      await order.getByRole("link", { name: "Log in" }).click();
      await other.getByRole("textbox", { name: "E-mail" }).fill(email);
      await other.getByRole("main").getByLabel("Password", { exact: true }).fill(password);
      await other.getByRole("main").getByRole("button", { name: "Login" }).click();
      await expect(other).not.toHaveURL(/\/login/);
      await other.goto(new URL("/dashboard/myOrders", page.url()).href);
      await expect(other.getByText("Placed without a login.")).toBeVisible();
      await other.getByRole("link", { name: "Not yours?" }).click();
      await other.getByRole("button", { name: "Not my order" }).click();
      const dialog = other.getByRole("dialog", { name: "Is this not your order?" });
      await dialog.getByRole("button", { name: "Not my order" }).click();
      await expect(other.getByText("No orders yet")).toBeVisible();
      await context.close();
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(requests.filter((text) => text.includes(token))).toEqual([]);
  },
);

test("a guest whose card is declined pays after a reload", async ({
  page,
  shop,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(NO_SESSION);
  consoleErrors.expect(/^402 POST .*\/confirm$/);
  const tool = await shop.toolAt(12);
  const main = page.getByRole("main");
  await page.goto(`/tool/${tool.slug}`);
  await main
    .getByRole("button", { name: /^Add to basket/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Checkout" }).click();
  await typeGuest(page, shop.newAccount().email);
  await card.type(CARDS.declined);
  await main.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(main.getByText("Your card was declined.")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/guest-order#purchase=/);
  await expect(main.getByText(/^Reserved until.* minutes? left/)).toBeVisible();
  await card.type(CARDS.pays);
  await main.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(main.getByText("Thank you!")).toBeVisible();
});

test("a guest puts the tools of a purchase that ended unpaid back into the basket", async ({
  page,
  shop,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(/^402 POST .*\/confirm$/);
  consoleErrors.expect(NO_SESSION);
  consoleErrors.expect(/^410 GET .*\/purchases\//);
  const { tool } = await withWallet(page, shop);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Checkout" }).first().click();
  await typeGuest(page, shop.newAccount().email);
  await card.type(CARDS.declined);
  await main.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(main.getByText("Your card was declined.")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/guest-order#purchase=/);
  const purchase = new URL(page.url()).hash.replace("#purchase=", "");
  const owner = await shop.admin();
  for (const order of await owner.allOrders())
    if (order._id === purchase) await owner.deleteOrder(order);
  await page.reload();
  await expect(main.getByRole("heading", { name: "This order was deleted" })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("button", { name: "Put the tools back into the basket" }).click();
  await expect(main.getByText("All tools are in your basket again.")).toBeVisible();
  await main.getByRole("link", { name: "Go to the basket" }).click();
  await expect(main.getByRole("listitem").filter({ hasText: tool.name })).toBeVisible();
});

/** A visitor's basket with a tool, and its wallets. */
async function withWallet(page: Page, shop: Shop) {
  const tool = await shop.toolAt(12);
  await page.goto(`/tool/${tool.slug}`);
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("link", { name: "Your basket" }).click();
  return { tool, wallet: new Wallet(page, "Apple Pay") };
}

test(
  "a visitor buys in the basket with a wallet, which tells the e-mail",
  ON_PHONE_TOO,
  async ({ page, shop, inbox }) => {
    const { tool, wallet } = await withWallet(page, shop);
    const { email } = shop.newAccount();
    await wallet.button.click();
    await wallet.email.fill(email);
    await wallet.pay.click();
    const main = page.getByRole("main");
    await expect(main.getByText("Thank you!")).toBeVisible();
    await expect(main.getByText(`We e-mail a link to this order to ${email}.`)).toBeVisible();
    await expect(page).toHaveURL(/\/guest-order#purchase=/);
    await expectAccessible(page);
    await page.goto(await inbox.linkFor(email, "/guest-order"));
    await expect(main).toContainText(tool.name);
  },
);

test("a visitor whose wallet card is declined pays the same purchase by card", async ({
  page,
  shop,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(/^402 POST .*\/confirm$/);
  const { wallet } = await withWallet(page, shop);
  await wallet.button.click();
  await wallet.choose("Card", WALLET_CARDS.declined);
  await wallet.pay.click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await expect(page).toHaveURL(/\/guest-order#purchase=/);
  await card.type(CARDS.pays);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Thank you!")).toBeVisible();
});

for (const [answer, outcome] of [
  ["Fail authentication", "Your bank did not confirm the payment. You were not charged."],
  ["Complete authentication", "Thank you!"],
] as const)
  test(`a visitor comes back from the bank's own page: ${answer}`, async ({ page, shop }) => {
    const { wallet } = await withWallet(page, shop);
    await wallet.button.click();
    await wallet.choose("Card", WALLET_CARDS.asksElsewhere);
    await wallet.pay.click();
    await expect(page).toHaveURL(/\/elements\/challenge\.html/);
    await page.getByRole("button", { name: answer }).click();
    await expect(page.getByText(outcome)).toBeVisible();
    // The secret of the payment does not stay in the address.
    await expect(page).toHaveURL(/\/guest-order#purchase=[^?]+$/);
  });

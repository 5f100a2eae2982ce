import { expectAccessible } from "./a11y.ts";
import { CARDS } from "./card-field.ts";
import { expect, type Locator, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

async function typeAddress(page: Page, email: string) {
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: "E-mail" }).fill(email);
  await main.getByLabel("Name", { exact: true }).fill("Ada Wren");
  await main.getByLabel("Street and number").fill("12 Fern Lane");
  await main.getByLabel("City").fill("Halifax");
  await main.getByLabel("Postal code").fill("B3J 1A1");
}

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
    let taps = 0;
    const tap = async (control: Locator) => {
      await control.click();
      taps += 1;
    };

    await test.step("three taps from the tool's page", async () => {
      await page.goto(`/tool/${tool.slug}`);
      await tap(main.getByRole("button", { name: /^Add to basket/ }).first());
      await tap(main.getByRole("link", { name: "Checkout" }).first());
      await typeAddress(page, email);
      const pay = main.getByRole("button", { name: /^Pay \$/ });
      await expect(pay).toBeEnabled();
      await expectAccessible(page);
      await card.type(CARDS.pays);
      await tap(pay);
      await expect(main.getByText("Thank you!")).toBeVisible();
      await expect(main.getByText(`We e-mail a link to this order to ${email}.`)).toBeVisible();
      expect(taps).toBe(3);
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
  await main.getByRole("link", { name: "Checkout" }).first().click();
  await typeAddress(page, shop.newAccount().email);
  await card.type(CARDS.declined);
  await main.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(main.getByText("Your card was declined.")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/guest-order#purchase=/);
  await expect(main.getByText(/^Reserved until/)).toBeVisible();
  await card.type(CARDS.pays);
  await main.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(main.getByText("Thank you!")).toBeVisible();
});

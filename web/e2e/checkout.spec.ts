import { expectAccessible } from "./a11y.ts";
import { CARDS } from "./card-field.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import type { Tool } from "./shop.ts";
import { Thumb } from "./thumb.ts";
import { dollars } from "./user.ts";

const DECLINED = /^402 POST .*\/confirm$/;

const centsOf = (tools: Tool[]) =>
  tools.reduce((sum, tool) => sum + Math.round(tool.price * 100) * tool.minimumQuantity, 0);

/** The amount beside a title of the sum. */
const amount = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Sum" })
    .locator("dl > div")
    .filter({ has: page.getByRole("term").getByText(title, { exact: true }) })
    .getByRole("definition");

test(
  "two tools go from the basket to one payment with the taxes of the province",
  ON_PHONE_TOO,
  async ({ page, shop, user, card, consoleErrors, isMobile }) => {
    consoleErrors.expect(DECLINED);
    const { api, ...customer } = await shop.customer();
    const tools = [await shop.toolAt(8), await shop.toolAt(7)];
    const goods = centsOf(tools);
    // The demo delivers free from $150.00.
    expect(goods).toBeGreaterThan(15_000);
    const main = page.getByRole("main");
    const pay = main.getByRole("button", { name: /^Pay \$/ });
    const fillBasket = () =>
      Promise.all(tools.map((tool) => api.putIntoBasket(tool, tool.minimumQuantity)));

    await fillBasket();
    await user.signInAs(customer, "/basket");
    await main.getByRole("link", { name: "Checkout" }).click();
    if (isMobile) await main.getByText(/^2 tools · /).click();

    await test.step("the sum follows the province", async () => {
      await main.getByLabel("Street and number").fill("12 Fern Lane");
      await main.getByLabel("City").fill("Ottawa");
      await main.getByLabel("Postal code").fill("k1a0b1");
      await main.getByLabel("Province or territory").selectOption("Ontario");
      const tax = await shop.taxIn("ON", "HST");
      const hst = tax.of(goods);
      await expect(amount(page, tax.title)).toHaveText(dollars(hst / 100));
      await expect(main.getByLabel("Postal code")).toHaveValue("K1A 0B1");
      await expect(pay).toHaveText(`Pay ${dollars((goods + hst) / 100)}`);
      await main.getByLabel("City").fill("Montréal");
      await main.getByLabel("Postal code").fill("h2x 1y4");
      await expect(main.getByText(/^H2X 1Y4 lies in Québec/)).toBeVisible();
      await main.getByRole("button", { name: "Change to Québec" }).click();
    });
    consoleErrors.expect(/^422 POST .*\/api\/quote$/);
    const taxes = [await shop.taxIn("QC", "GST"), await shop.taxIn("QC", "QST")];
    const total = dollars(taxes.reduce((sum, tax) => sum + tax.of(goods), goods) / 100);
    for (const tax of taxes)
      await expect(amount(page, tax.title)).toHaveText(dollars(tax.of(goods) / 100));
    await expect(pay).toHaveText(`Pay ${total}`);
    await expectAccessible(page);

    await test.step("a declined card keeps the purchase, another one pays it", async () => {
      await main.getByLabel("Keep this address for the next time").check();
      await card.type(CARDS.declined);
      await pay.click();
      await expect(main.getByText("Your card was declined.")).toBeVisible();
      await expect(main.getByText(/^Your order #\d+ is not paid yet/)).toBeVisible();
      expect(await api.orders()).toHaveLength(2);
      await card.type(CARDS.pays);
      await pay.click();
      await expect(main.getByText("Thank you!")).toBeVisible();
      await expect(main.getByText(`We received your payment of ${total} CAD.`)).toBeVisible();
      const orders = await api.orders();
      expect(orders.map(({ paid }) => paid)).toEqual([true, true]);
      await expectAccessible(page);
    });

    await test.step("the invoice has every tax with rate, base and number", async () => {
      await main.getByRole("link", { name: "Invoice" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invoice");
      const base = dollars(goods / 100);
      for (const tax of taxes) await expect(main).toContainText(`${tax.title} on ${base}`);
      await expect(main).toContainText(/QST No\. \d{10} TQ\d{4}/);
      await expect(main).toContainText("Terms of payment: paid in full by card on");
      await expect(main).not.toContainText(/9\.97\D|14\.97/);
      await expectAccessible(page);
    });

    await test.step("My Orders and Manage Orders show one group", async () => {
      await page.goto("/dashboard/myOrders");
      const heading = page.getByRole("link", { name: / · 2 tools · / });
      await expect(heading).toHaveText(new RegExp(`^#\\d+ · 2 tools · \\${total}$`));
      await heading.click();
      await expect(main.getByRole("heading", { level: 1 })).toContainText("Order #");
    });
  },
);

test("the next time four taps buy two tools", ON_PHONE_TOO, async ({ page, shop, user, card }) => {
  const { api, ...customer } = await shop.customer();
  const main = page.getByRole("main");
  const pay = main.getByRole("button", { name: /^Pay \$/ });
  const thumb = new Thumb();
  const tools = [await shop.toolAt(8), await shop.toolAt(7)];
  for (const tool of tools) await api.putIntoBasket(tool, tool.minimumQuantity);
  await user.signInAs(customer, "/basket");
  await main.getByRole("link", { name: "Checkout" }).click();
  await main.getByLabel("Street and number").fill("12 Fern Lane");
  await main.getByLabel("City").fill("Montréal");
  await main.getByLabel("Postal code").fill("h2x 1y4");
  await main.getByLabel("Keep this address for the next time").check();
  await expect(pay).toBeEnabled();
  await card.type(CARDS.pays);
  await pay.click();
  await expect(main.getByText("Thank you!")).toBeVisible();
  await page.goto("/");
  const newest = main.getByRole("article").first();
  await thumb.tap(newest.getByRole("button", { name: /^Add .*to basket/ }));
  const sheet = page.getByRole("dialog", { name: /^In your basket/ });
  await thumb.tap(sheet.getByRole("button", { name: /^Add \d/ }).first());
  await expect(sheet).toContainText("2 tools");
  await thumb.tap(sheet.getByRole("link", { name: "Checkout" }));
  await expect(main.getByLabel("City")).toHaveValue("Montréal");
  await card.type(CARDS.pays);
  await thumb.tap(pay);
  await expect(main.getByText("Thank you!")).toBeVisible();
  expect(thumb.taps).toBe(4);
  expect(await api.orders()).toHaveLength(4);
});

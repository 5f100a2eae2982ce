import { expectAccessible } from "./a11y.ts";
import { CARDS } from "./card-field.ts";
import { expect, ON_PHONE_TOO, type Page, test, testIsolated } from "./fixtures.ts";
import type { Shop, Tool } from "./shop.ts";
import { Thumb } from "./thumb.ts";
import { dollars, type User } from "./user.ts";
import { ADDRESSES, bankIn, WALLET_CARDS, Wallet } from "./wallet.ts";

const centsOf = (tools: Tool[]) =>
  tools.reduce((sum, tool) => sum + Math.round(tool.price * 100) * tool.minimumQuantity, 0);

/** A signed-in customer on a page, with two tools whose delivery is free. */
async function withBasket(shop: Shop, user: User, page: Page, path = "/basket") {
  const { api, ...customer } = await shop.customer();
  const tools = [await shop.toolAt(8), await shop.toolAt(7)];
  for (const tool of tools) await api.putIntoBasket(tool, tool.minimumQuantity);
  // The checkout asks for the session. The basket only knows of it afterwards.
  await user.signInAs(customer, "/checkout");
  await expect(page.getByLabel("Street and number")).toBeVisible();
  if (path !== "/checkout") await page.goto(path);
  return { api, tools, goods: centsOf(tools) };
}

const thanks = (page: Page) => page.getByRole("main").getByText("Thank you!");

test(
  "a signed-in customer buys two tools with Apple Pay, two taps after the basket",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const { api, goods } = await withBasket(shop, user, page);
    const wallet = new Wallet(page, "Apple Pay");
    const thumb = new Thumb();
    await thumb.tap(wallet.button);
    const tax = await shop.taxIn("NS", "HST");
    const hst = tax.of(goods);
    // woocommerce-gateway-stripe #5785: the delivery is in the total that the customer agrees to.
    await expect(wallet.amount("Delivery")).toHaveText("$0.00");
    await expect(wallet.amount(tax.title)).toHaveText(dollars(hst / 100));
    await expect(wallet.pay).toHaveText(`Pay $${((goods + hst) / 100).toFixed(2)}`);
    await thumb.tap(wallet.pay);
    await expect(thanks(page)).toBeVisible();
    expect(thumb.taps).toBe(2);
    const orders = await api.orders();
    expect(orders.map(({ paid }) => paid)).toEqual([true, true]);
    expect(orders.map(({ phone }) => phone)).toEqual(
      Array(2).fill("Ada Thorne, 12 Fern Lane, Halifax NS  B3J 1A1"),
    );
    await expectAccessible(page);
  },
);

test("a place that Apple Pay shortens and a delivery decide the sum of the sheet", async ({
  page,
  shop,
  user,
}) => {
  const { api, goods } = await withBasket(shop, user, page, "/checkout");
  const wallet = new Wallet(page, "Apple Pay");
  await wallet.button.click();
  await expect(wallet.pay).toBeEnabled();
  const asked = page.waitForRequest(/\/api\/quote$/);
  await wallet.choose("Deliver to", ADDRESSES.montreal);
  expect((await asked).postDataJSON().address).toEqual({ province: "QC", postalCode: "H2X" });
  const [gst, qst] = [await shop.taxIn("QC", "GST"), await shop.taxIn("QC", "QST")];
  await expect(wallet.amount(qst.title)).toHaveText(dollars(qst.of(goods) / 100));
  await wallet.choose("Delivery", "Pick-up in Halifax $0.00");
  await expect(wallet.amount((await shop.taxIn("NS", "HST")).title)).toBeVisible();
  await wallet.choose("Delivery", "Canada Post $0.00");
  const total = dollars((goods + gst.of(goods) + qst.of(goods)) / 100);
  await expect(wallet.amount("Total")).toHaveText(total.replace(",", ""));
  await wallet.pay.click();
  await expect(page.getByText(`We received your payment of ${total} CAD.`)).toBeVisible();
  expect((await api.orders()).map(({ phone }) => phone)).toContain(
    "Ada Thorne, 1250 Rue Sherbrooke O Suite 4, Montréal QC  H2X 1Y4",
  );
});

test("Google Pay tells the whole address, and a closed sheet buys nothing", async ({
  page,
  shop,
  user,
}) => {
  const { api } = await withBasket(shop, user, page);
  const wallet = new Wallet(page, "Google Pay");
  const asked = page.waitForRequest(/\/api\/quote$/);
  await wallet.button.click();
  expect((await asked).postDataJSON().address).toEqual({ province: "NS", postalCode: "B3J 1A1" });
  await wallet.choose("Deliver to", ADDRESSES.iqaluit);
  await expect(wallet.amount("GST 5%")).toBeVisible();
  await wallet.cancel.click();
  await expect(wallet.pay).toBeHidden();
  await expect(page.getByRole("link", { name: "Checkout" })).toBeVisible();
  expect(await api.orders()).toEqual([]);
  await wallet.button.click();
  await wallet.pay.click();
  await expect(thanks(page)).toBeVisible();
});

testIsolated(
  "another total stops the wallet and is shown, and nothing is charged",
  async ({ page, isolatedShop: shop, user, consoleErrors }) => {
    const { api, tools } = await withBasket(shop, user, page);
    const [tool] = tools;
    if (!tool) throw new Error("the basket is empty");
    const wallet = new Wallet(page, "Apple Pay");
    await wallet.button.click();
    await expect(wallet.pay).toBeEnabled();
    const admin = await shop.admin();
    await admin.editTool(tool, { price: tool.price + 10 });
    consoleErrors.expect(/^409 POST .*\/api\/checkout$/);
    await wallet.pay.click();
    await expect(wallet.pay).toBeHidden();
    const alert = page
      .getByRole("main")
      .getByRole("alert")
      .filter({ hasText: "You were not charged" });
    await expect(alert).toContainText(/The total is \$[\d,.]+ now/);
    expect(await api.orders()).toEqual([]);
    await wallet.button.click();
    await wallet.pay.click();
    await expect(thanks(page)).toBeVisible();
  },
);

test("the bank asks in a frame above the page", async ({ page, shop, user }) => {
  await withBasket(shop, user, page);
  const wallet = new Wallet(page, "Apple Pay");
  await wallet.button.click();
  await wallet.choose("Card", WALLET_CARDS.asks);
  await wallet.pay.click();
  await bankIn(page).getByRole("button", { name: "Complete authentication" }).click();
  await expect(thanks(page)).toBeVisible();
});

for (const [answer, outcome] of [
  ["Fail authentication", "Your bank did not confirm the payment. You were not charged."],
  ["Complete authentication", "Thank you!"],
] as const)
  test(`the bank asks on its own page, and the customer comes back: ${answer}`, async ({
    page,
    shop,
    user,
  }) => {
    await withBasket(shop, user, page);
    const wallet = new Wallet(page, "Apple Pay");
    await wallet.button.click();
    await wallet.choose("Card", WALLET_CARDS.asksElsewhere);
    await wallet.pay.click();
    await expect(page).toHaveURL(/\/elements\/challenge\.html/);
    await page.getByRole("button", { name: answer }).click();
    await expect(page.getByText(outcome)).toBeVisible();
    // The secret of the payment does not stay in the address.
    await expect(page).toHaveURL(/\/purchases\/[^/?]+$/);
  });

test("a card that the wallet offers and the bank declines leaves the purchase to be paid", async ({
  page,
  shop,
  user,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(/^402 POST .*\/confirm$/);
  const { api } = await withBasket(shop, user, page);
  const wallet = new Wallet(page, "Google Pay");
  await wallet.button.click();
  await wallet.choose("Card", WALLET_CARDS.declined);
  await wallet.pay.click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await expect(page).toHaveURL(/\/purchases\//);
  expect((await api.orders()).map(({ paid }) => paid)).toEqual([false, false]);
  await card.type(CARDS.pays);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(thanks(page)).toBeVisible();
});

test("the payment page of an order has the wallets above its card", async ({
  page,
  shop,
  user,
}) => {
  const { api, ...customer } = await shop.customer();
  const order = await api.placeOrder(await shop.toolAt(6));
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  const wallet = new Wallet(page, "Apple Pay");
  await wallet.button.click();
  await expect(wallet.sheet.getByLabel("Deliver to")).toBeHidden();
  await wallet.pay.click();
  await expect(page.getByRole("status").filter({ hasText: "Congratulation!" })).toBeVisible();
});

test("the card provider's script loads only where a customer can pay", async ({
  page,
  shop,
  user,
}) => {
  const script = "script[src$='/v3.js']";
  for (const path of ["/", "/tool", "/basket"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator(script)).toHaveCount(0);
  }
  await withBasket(shop, user, page);
  await expect(page.locator(script)).toHaveCount(1);
});

testIsolated(
  "a visitor's basket loads it only if the shop sells to guests",
  async ({ page, isolatedShop: shop }) => {
    const script = page.locator("script[src$='/v3.js']");
    const tool = await shop.toolAt(8);
    await page.goto(`/tool/${tool.slug}`, { waitUntil: "networkidle" });
    await expect(script).toHaveCount(0);
    await page.getByRole("button", { name: "Add to basket" }).click();
    await expect(page.getByRole("link", { name: "Your basket" })).toBeVisible();
    await page.goto("/basket");
    await expect(script).toHaveCount(1);
    await (await shop.admin()).saveShopSettings({ guestCheckout: "off" });
    await page.goto("/basket", { waitUntil: "networkidle" });
    await expect(page.getByRole("link", { name: "Checkout" })).toBeVisible();
    await expect(script).toHaveCount(0);
  },
);

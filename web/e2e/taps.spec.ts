import { CARDS } from "./card-field.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import { typeGuest } from "./guest.ts";
import type { Shop, Tool } from "./shop.ts";
import { Thumb } from "./thumb.ts";
import { Wallet } from "./wallet.ts";

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

/** Goes from the page of a tool to its checkout. */
async function buyNow({ page, shop }: { page: Page; shop: Shop }, thumb: Thumb) {
  const tool = await shop.toolAt(11);
  await page.goto(`/tool/${tool.slug}`);
  await thumb.tap(page.getByRole("main").getByRole("button", { name: "Buy now" }));
  await expect(page).toHaveURL("/checkout");
}

/** A guest may spend $500.00, with the tax. */
const isForStrangers = (tool: Tool) =>
  tool.price * tool.minimumQuantity < 400 && tool.availableQuantity >= tool.minimumQuantity;

const payOf = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Pay \$/ });
const thanksOf = (page: Page) => page.getByRole("main").getByText("Thank you!");

test(
  "a stranger with a wallet buys a tool with three taps and types nothing",
  ON_PHONE_TOO,
  async ({ page, shop, inbox, consoleErrors }) => {
    consoleErrors.expect(NO_SESSION);
    const thumb = new Thumb();
    const wallet = new Wallet(page, "Apple Pay");
    await buyNow({ page, shop }, thumb);
    await thumb.tap(wallet.button);
    const email = await wallet.email.inputValue();
    await thumb.tap(wallet.pay);
    await expect(thanksOf(page)).toBeVisible();
    await expect(page.getByText(`We e-mail a link to this order to ${email}.`)).toBeVisible();
    expect(thumb.taps).toBe(3);
    expect(await inbox.linkFor(email, "/guest-order")).toContain("token=");
  },
);

test(
  "a stranger with a card buys a tool with two taps",
  ON_PHONE_TOO,
  async ({ page, shop, card, consoleErrors }) => {
    consoleErrors.expect(NO_SESSION);
    const thumb = new Thumb();
    await buyNow({ page, shop }, thumb);
    await typeGuest(page, shop.newAccount().email);
    await card.type(CARDS.pays);
    await thumb.tap(payOf(page));
    await expect(thanksOf(page)).toBeVisible();
    expect(thumb.taps).toBe(2);
  },
);

test(
  "from the home page a stranger with a card buys a tool with three taps",
  ON_PHONE_TOO,
  async ({ page, shop, card, consoleErrors }) => {
    consoleErrors.expect(NO_SESSION);
    const thumb = new Thumb();
    const [tool] = (await shop.latestTools(6)).filter(isForStrangers);
    if (!tool) throw new Error("the demo has no such tool");
    const main = page.getByRole("main");
    await page.goto("/");
    await thumb.tap(main.getByRole("link", { name: tool.name, exact: true }).first());
    await thumb.tap(main.getByRole("button", { name: "Buy now" }));
    await expect(page).toHaveURL("/checkout");
    await typeGuest(page, shop.newAccount().email);
    await card.type(CARDS.pays);
    await thumb.tap(payOf(page));
    await expect(thanksOf(page)).toBeVisible();
    expect(thumb.taps).toBe(3);
  },
);

test(
  "a stranger with a card buys two tools with four taps",
  ON_PHONE_TOO,
  async ({ page, shop, card, consoleErrors }) => {
    consoleErrors.expect(NO_SESSION);
    const thumb = new Thumb();
    await page.goto("/tool?sort=price");
    const add = page.getByRole("main").getByRole("button", { name: /^Add .*to basket/ });
    await thumb.tap(add.first());
    const sheet = page.getByRole("dialog");
    await thumb.tap(sheet.getByRole("button", { name: /^Add/ }).first());
    await expect(sheet.getByText(", 2 tools")).toBeVisible();
    await thumb.tap(sheet.getByRole("link", { name: "Checkout" }));
    await expect(page).toHaveURL("/checkout");
    await typeGuest(page, shop.newAccount().email);
    await card.type(CARDS.pays);
    await thumb.tap(payOf(page));
    await expect(thanksOf(page)).toBeVisible();
    expect(thumb.taps).toBe(4);
  },
);

test(
  "a customer with a saved address buys a tool with two taps",
  ON_PHONE_TOO,
  async ({ page, shop, user, card }) => {
    const { api, ...customer } = await shop.customer();
    const earlier = await shop.toolAt(8);
    await api.putIntoBasket(earlier, earlier.minimumQuantity);
    await api.checkOut({ saveAddress: true });
    await user.signInAs(customer, "/");
    const thumb = new Thumb();
    await buyNow({ page, shop }, thumb);
    await expect(page.getByLabel("Street and number")).toHaveValue("12 Fern Lane");
    await card.type(CARDS.pays);
    await thumb.tap(payOf(page));
    await expect(thanksOf(page)).toBeVisible();
    expect(thumb.taps).toBe(2);
  },
);

test("with other tools in the basket, Buy now shows the basket first", async ({
  page,
  shop,
  user,
}) => {
  const { api, ...customer } = await shop.customer();
  const [first, second] = [await shop.toolAt(8), await shop.toolAt(7)];
  await api.putIntoBasket(first, first.minimumQuantity);
  await user.signInAs(customer, `/tool/${second.slug}`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Buy now" }).click();
  await expect(page).toHaveURL("/basket");
  for (const { name } of [first, second])
    await expect(main.getByRole("heading", { name })).toBeVisible();
  // The same press again changes nothing.
  await page.goBack();
  await main.getByRole("button", { name: "Buy now" }).click();
  const quantity = main.getByRole("spinbutton", { name: `Quantity of ${second.name}` });
  await expect(quantity).toHaveValue(String(second.minimumQuantity));
});

/** Taps from the landing page to a paid order. Typing is not counted. */
test(
  "a new customer pays with five taps, a returning one with three",
  ON_PHONE_TOO,
  async ({ page, shop, card, consoleErrors }) => {
    consoleErrors.expect(NO_SESSION);
    const [tool] = await shop.latestTools(1);
    if (!tool) throw new Error("the demo has no tools");
    const { name, email, password } = shop.newAccount();
    const main = page.getByRole("main");
    const purchaseLink = main.getByRole("link", { name: `Purchase ${tool.name}` }).first();
    const purchase = main.getByRole("button", { name: "Purchase", exact: true });
    const pay = main.getByRole("button", { name: "Pay", exact: true });
    const thumb = new Thumb();
    const payByCard = async () => {
      await card.type(CARDS.pays);
      await thumb.tap(pay);
      await expect(page.getByRole("status").filter({ hasText: "Congratulation!" })).toBeVisible();
    };

    await test.step("new", async () => {
      await page.goto("/");
      await thumb.tap(purchaseLink);
      await thumb.tap(main.getByRole("link", { name: "Sign Up", exact: true }));
      await main.getByLabel("Name", { exact: true }).fill(name);
      await main.getByLabel("E-mail").fill(email);
      await main.getByLabel("Password").fill(password);
      await thumb.tap(main.getByRole("button", { name: "Sign Up" }));
      await main.getByLabel("Address").fill("12 Fern Lane, Halifax");
      await thumb.tap(purchase);
      await payByCard();
      expect(thumb.taps).toBe(5);
    });

    await test.step("returning", async () => {
      thumb.taps = 0;
      await page.goto("/");
      await thumb.tap(purchaseLink);
      await expect(main.getByLabel("Address")).toHaveValue("12 Fern Lane, Halifax");
      await thumb.tap(purchase);
      await payByCard();
      expect(thumb.taps).toBe(3);
    });
  },
);

test("a phone shows sum, card and Pay in the first view, and nothing moves", async ({
  page,
  shop,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { api, ...customer } = await shop.customer();
  const order = await api.placeOrder(await shop.toolAt(6));
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node?: Node }[] }[])
        for (const { node } of sources)
          if (node instanceof Element && node.closest("main")) moved.push(node.outerHTML);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  const pay = page.getByRole("button", { name: "Pay", exact: true });
  await expect(pay).toBeEnabled();
  await expect(pay).toBeInViewport({ ratio: 1 });
  const sum = page.getByRole("definition").filter({ hasText: "CAD" });
  const [above, below] = [await sum.boundingBox(), await pay.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(40);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);

  await expect(page.getByText("Ship to")).toBeHidden();
  await page.getByRole("button", { name: "Order details" }).click();
  await expect(page.getByText("Ship to")).toBeVisible();
});

import { expect, type Page } from "@playwright/test";
import { CardField } from "./card-field.ts";
import { Inbox } from "./inbox.ts";
import type { Screen, ScreenData } from "./screens.ts";
import { type Account, ADMIN, type ApiClient, type Shop, type Tool } from "./shop.ts";
import { expectVisible } from "./user.ts";
import { Wallet } from "./wallet.ts";

const CODE = "SPRING10";
const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

export interface BuyingData {
  /** Has an unpaid purchase that is paid at the shop, and a full basket. */
  collector: Account;
  collected: string;
}

/** The shop gets a discount code that was used, and takes payments at the shop. */
export async function createBuyingData(
  shop: Shop,
  admin: ApiClient,
  tool: Tool,
): Promise<BuyingData> {
  await admin.addDiscountCode({ code: CODE, kind: "percent", value: 10 });
  await admin.saveShopSettings({ payAtPickUp: "on" });
  const saver = await shop.customer();
  await saver.api.putIntoBasket(tool, tool.minimumQuantity);
  await saver.api.enterCode(CODE);
  const { purchaseId } = await saver.api.checkOut();
  await saver.api.pay(await saver.api.getOrder(purchaseId));
  const { api, ...collector } = await shop.customer();
  await api.putIntoBasket(tool, tool.minimumQuantity);
  const { purchaseId: collected } = await api.checkOut({ payAtPickUp: true });
  await api.putIntoBasket(tool, tool.minimumQuantity);
  return { collector, collected };
}

/** Puts a tool into the basket of a visitor. */
async function fillBasket(page: Page) {
  await page.evaluate(async () => {
    const [tool] = await (await fetch("/api/tools?inStock=true")).json();
    await fetch(`/api/basket/lines/${tool._id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ quantity: tool.minimumQuantity }),
    });
  });
  await page.reload();
}

const seeWallets = (page: Page) => expectVisible(new Wallet(page, "Google Pay").button);

async function openCode(page: Page) {
  await fillBasket(page);
  await seeWallets(page);
  await page.getByRole("button", { name: "Use a discount code" }).click();
}

async function typeCode(page: Page, code: string) {
  await openCode(page);
  await page.getByLabel("Discount code").fill(code);
  await page.getByRole("button", { name: "Use", exact: true }).click();
}

/** A visitor buys with a wallet. Resolves to the e-mail. */
async function buyAsGuest(page: Page) {
  const wallet = new Wallet(page, "Apple Pay");
  await fillBasket(page);
  await wallet.button.click();
  const email = await wallet.email.inputValue();
  await wallet.pay.click();
  await expectVisible(page.getByText("Thank you!"));
  return email;
}

const admin = () => ADMIN;
const holder = (screenData: ScreenData) => screenData.holder;
const collector = (screenData: ScreenData) => screenData.collector;

export const BUYING_SCREENS: Screen[] = [
  {
    name: "basket",
    path: ({ toolSlug }) => `/tool/${toolSlug}`,
    title: "Basket",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add to basket" }).click();
      await page.getByRole("link", { name: "Your basket" }).click();
      await expectVisible(page.getByRole("link", { name: "Checkout" }));
      await seeWallets(page);
    },
  },
  {
    name: "added-to-basket",
    hasOverlay: true,
    path: ({ toolSlug }) => `/tool/${toolSlug}`,
    title: /.+/,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add to basket" }).click();
      await expectVisible(page.getByRole("dialog").getByRole("heading", { name: "Goes with it" }));
    },
  },
  { name: "basket-empty", path: "/basket" },
  { name: "basket-code-open", path: "/basket", prepare: openCode },
  {
    name: "basket-code-used",
    path: "/basket",
    prepare: async (page) => {
      await typeCode(page, "spring 10");
      await expectVisible(page.getByText(`Code ${CODE}`).first());
    },
  },
  {
    name: "basket-code-refused",
    path: "/basket",
    prepare: async (page) => {
      await typeCode(page, "SPRING");
      await expectVisible(page.getByText(/^This code does not work/));
    },
    consoleError: /^4\d\d PUT .*\/api\/basket\/code$/,
  },
  {
    name: "checkout",
    account: holder,
    path: "/checkout",
    prepare: async (page) => {
      await page.getByLabel("Postal code").fill("B3J 1A1");
      await page.getByLabel("Province or territory").selectOption("Nova Scotia");
      await expectVisible(page.getByRole("button", { name: /^Pay \$/ }));
      // Phones fold the sum.
      const line = page.getByText(/^\d+ tools? · \$/);
      if (await line.isVisible()) await line.click();
      await expectVisible(page.getByText(/^HST [\d.]+%$/));
      await expectVisible(new CardField(page).number);
    },
  },
  {
    name: "checkout-missing",
    account: holder,
    path: "/checkout",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Pay" }).click();
      await expectVisible(page.getByText("Please enter the city."));
      // The focused field has scrolled a link half below the header.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: "checkout-empty-basket",
    account: (screenData) => screenData.newcomer,
    path: "/checkout",
    prepare: (page) => expectVisible(page.getByText("Your basket is empty")),
  },
  {
    name: "checkout-pick-up",
    account: collector,
    path: "/checkout",
    prepare: async (page) => {
      await page.getByLabel("Postal code").first().fill("B3J 1A1");
      await page.getByRole("radio", { name: /Pick-up/ }).check();
      await page.getByText("At the shop", { exact: true }).click();
      await expectVisible(page.getByText(/^We keep your order ready/));
      await expect(page.getByRole("button", { name: "Place the order" })).toBeEnabled();
    },
  },
  {
    name: "guest-checkout",
    path: "/checkout",
    prepare: async (page) => {
      await fillBasket(page);
      await expectVisible(page.getByRole("textbox", { name: "E-mail" }));
      await expectVisible(new CardField(page).number);
      await seeWallets(page);
    },
    consoleError: NO_SESSION,
  },
  { name: "guest-order", path: "/guest-order" },
  {
    name: "guest-order-paid",
    path: "/basket",
    title: /^Order #/,
    prepare: async (page) => {
      await buyAsGuest(page);
    },
  },
  {
    name: "guest-order-by-link",
    path: "/basket",
    title: /^Order #/,
    prepare: async (page) => {
      const email = await buyAsGuest(page);
      await page.goto(await new Inbox(page.request).linkFor(email, "/guest-order"));
      await expectVisible(page.getByRole("heading", { name: "Sum" }));
    },
  },
  {
    name: "purchase-unpaid",
    account: holder,
    path: ({ held }) => `/purchases/${held}`,
    title: /^Order #/,
    prepare: (page) => expectVisible(new CardField(page).number),
  },
  {
    name: "purchase-pick-up",
    account: collector,
    path: ({ collected }) => `/purchases/${collected}`,
    title: /^Order #/,
    prepare: (page) => expectVisible(page.getByText(/^Please pay when you pick/)),
  },
  {
    name: "shop-settings-guests",
    account: admin,
    path: "/dashboard/shop?section=guests",
    prepare: (page) => expectVisible(page.getByLabel("Largest order without an account")),
  },
  {
    name: "shop-settings-pick-up",
    account: admin,
    path: "/dashboard/shop?section=pickUp",
    prepare: (page) => expectVisible(page.getByText("Customers who pick up")),
  },
  {
    name: "shop-settings-codes",
    account: admin,
    path: "/dashboard/shop?section=codes",
    prepare: (page) => expectVisible(page.getByRole("rowheader", { name: CODE })),
  },
  {
    name: "shop-settings-new-code",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/shop?section=codes",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add a code" }).click();
      await expectVisible(page.getByRole("dialog"));
    },
  },
];

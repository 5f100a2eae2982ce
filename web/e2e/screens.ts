import { expect, type Page } from "@playwright/test";
import { documentTitle } from "../src/page.ts";
import { pageAt } from "../src/pages.ts";
import { BUYING_SCREENS, type BuyingData, createBuyingData } from "./buying-screens.ts";
import { CardField } from "./card-field.ts";
import { Inbox } from "./inbox.ts";
import { askForCode, enterCode, newNumber } from "./phone.ts";
import { png } from "./png.ts";
import { type Account, ADMIN, type Shop } from "./shop.ts";
import { expectVisible, type User } from "./user.ts";

/** The accounts and orders that the screens show. */
export interface ScreenData extends BuyingData {
  customer: Account;
  newcomer: Account;
  buyer: Account;
  /** Has an unpaid purchase of two tools and a full basket. */
  holder: Account;
  held: string;
  toolId: string;
  toolSlug: string;
  soldOutId: string;
  unpaid: string;
  shipped: string;
  refunded: string;
  creditNote: string;
}

export async function createScreenData(shop: Shop): Promise<ScreenData> {
  const tools = await shop.latestTools(100);
  const [first, second, third] = tools.slice(13);
  const soldOut = tools.find((tool) => tool.availableQuantity < tool.minimumQuantity);
  if (!first || !second || !third || !soldOut) throw new Error("too few tools in the demo");
  const customer = await shop.customer();
  const { api } = customer;
  const admin = await shop.admin();
  const shipped = await admin.ship(await api.pay(await api.placeOrder(first)));
  await api.pay(await api.placeOrder(second));
  const refunded = await admin.refund(await api.pay(await api.placeOrder(second)));
  const unpaid = await api.placeOrder(third);
  const newcomer = await shop.customer();
  const buyer = await shop.customer();
  const holder = await shop.customer();
  const fillBasket = async () => {
    for (const tool of [first, second]) await holder.api.putIntoBasket(tool, tool.minimumQuantity);
  };
  await fillBasket();
  const { purchaseId: held } = await holder.api.checkOut();
  await fillBasket();
  return {
    customer,
    newcomer,
    buyer,
    holder,
    held,
    toolId: third._id,
    toolSlug: third.slug,
    soldOutId: soldOut._id,
    unpaid: unpaid._id,
    shipped: shipped._id,
    refunded: refunded._id,
    creditNote: await api.creditNoteOf(refunded),
    ...(await createBuyingData(shop, admin, second)),
  };
}

export interface Screen {
  name: string;
  /** Signed out if absent. */
  account?: (screenData: ScreenData) => Account;
  path: string | ((screenData: ScreenData) => string);
  /**
   * The title without the shop's name. It is the page's title in pages.ts by default. A pattern
   * matches the beginning of the title.
   */
  title?: string | RegExp;
  /** The heading is the title by default. */
  heading?: string | RegExp;
  /** Brings the opened page into the state that the screen is about. */
  prepare?: (page: Page) => Promise<void>;
  /** A screenshot of the whole page would lose the overlay, so only the viewport is taken. */
  hasOverlay?: boolean;
  /** The error that the screen provokes. */
  consoleError?: RegExp;
}

const customer = (screenData: ScreenData) => screenData.customer;
const newcomer = (screenData: ScreenData) => screenData.newcomer;
const admin = () => ADMIN;

/** Leads from Manage Orders to the page of an order, which has all actions also on a phone. */
async function openOrderToShip(page: Page) {
  const ship = page.getByRole("button", { name: /^Ship the order/ });
  const row = page.getByRole("row").filter({ has: ship }).first();
  await row.getByRole("link", { name: /^Order/ }).click();
}

/** The menu of the first row, which phones have. */
const openMenu = (page: Page) =>
  page
    .getByRole("button", { name: /^More for / })
    .first()
    .click();

export const SCREENS: Screen[] = [
  ...BUYING_SCREENS,
  { name: "home", path: "/", heading: "Gardening and Yard Care Tools" },
  {
    name: "home-subscribed",
    hasOverlay: true,
    path: "/home",
    heading: "Gardening and Yard Care Tools",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Subscribe Now" }).click();
      await expectVisible(page.getByRole("dialog", { name: "Subscription done!" }));
    },
  },
  {
    name: "menus-open",
    hasOverlay: true,
    account: customer,
    path: "/dashboard",
    heading: "Users Profile",
    prepare: async (page) => {
      for (const name of ["Dashboard menu", "Menu"]) {
        const menu = page.getByRole("button", { name, exact: true });
        if (await menu.isVisible()) await menu.click();
      }
    },
  },
  { name: "tools", path: "/tool" },
  {
    name: "tools-filtered",
    path: "/tool?q=steel&inStock=true&maxMinimum=50&priceMin=abc&sort=price",
    prepare: (page) => expectVisible(page.getByRole("button", { name: "Clear all" })),
  },
  {
    name: "tools-no-match",
    path: "/tool?q=tractor",
    prepare: (page) => expectVisible(page.getByRole("heading", { name: "No tools match" })),
  },
  {
    name: "tools-compact",
    path: "/tool",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Compact list" }).click();
      await expectVisible(page.getByRole("table", { name: "Tools" }));
    },
  },
  {
    name: "tool",
    path: ({ toolSlug }) => `/tool/${toolSlug}`,
    title: /.+/,
    prepare: (page) => expectVisible(page.getByRole("heading", { name: "Related tools" })),
  },
  {
    name: "tool-enlarged",
    hasOverlay: true,
    path: ({ toolSlug }) => `/tool/${toolSlug}`,
    title: /.+/,
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Enlarge/ }).click();
      await expectVisible(page.getByRole("dialog"));
    },
  },
  { name: "blogs", path: "/blogs" },
  { name: "blog-post", path: "/blogs/how-to-sharpen-secateurs", title: "How to sharpen secateurs" },
  { name: "portfolio", path: "/portfolio", heading: /\w+ \w+/ },
  { name: "reviews", path: "/allReview" },
  { name: "login", path: "/login" },
  { name: "signup", path: "/signup" },
  {
    name: "signup-with-errors",
    path: "/signup",
    prepare: async (page) => {
      const form = page.getByRole("main");
      await form.getByRole("button", { name: "Sign up" }).click();
      await expectVisible(form.getByText("password is required"));
    },
  },
  {
    name: "login-by-phone",
    path: "/login",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Continue with phone" }).click();
      await page.getByRole("button", { name: "Send me a code" }).click();
      await expectVisible(page.getByText("Phone number is required"));
    },
  },
  {
    name: "login-by-code",
    path: "/login",
    prepare: async (page) => {
      await askForCode(page, newNumber());
    },
  },
  {
    name: "second-step",
    path: "/login?problem=second_factor_required",
  },
  {
    name: "two-step-set-up",
    hasOverlay: true,
    account: customer,
    path: "/dashboard/account",
    prepare: async (page) => {
      const dialog = page.getByRole("dialog");
      await page.getByRole("button", { name: "Turn on", exact: true }).click();
      await dialog.getByLabel("Your password").fill("moss-and-fern");
      await dialog.getByRole("button", { name: "Continue" }).click();
      await expectVisible(dialog.getByRole("img"));
    },
  },
  {
    name: "finish",
    path: "/login",
    title: "Finish your account",
    prepare: async (page) => {
      const number = newNumber();
      await askForCode(page, number);
      await enterCode(page, await new Inbox(page.request).codeForPhone(number));
      await expectVisible(page.getByRole("button", { name: "Send me a link" }));
    },
  },
  {
    name: "forgotten-password",
    path: "/reset-password",
    heading: "Forgot your password?",
  },
  {
    name: "new-password",
    path: "/reset-password#token=some",
    heading: "New password",
  },
  {
    name: "email-login",
    path: "/email-login#token=some",
  },
  {
    name: "finish-by-link",
    path: "/login",
    title: "Finish your account",
    prepare: async (page) => {
      const number = newNumber();
      await askForCode(page, number);
      await enterCode(page, await new Inbox(page.request).codeForPhone(number));
      await expectVisible(page.getByRole("button", { name: "Send me a link" }));
      await page.goto("/finish#token=some");
      await expectVisible(page.getByRole("button", { name: "Finish" }));
    },
  },
  {
    name: "confirm-email",
    path: "/verify-email#token=some",
  },
  {
    name: "not-found",
    path: "/no/such/page",
    heading: /./,
    prepare: (page) => expectVisible(page.getByRole("img", { name: "this page does not exist" })),
    consoleError: /^404 GET .*\/no\/such\/page$/,
  },
  {
    name: "purchase",
    account: customer,
    path: ({ toolId }) => `/tools/${toolId}`,
    title: /.+/,
    prepare: (page) => expectVisible(page.getByRole("button", { name: "Purchase", exact: true })),
  },
  {
    name: "purchase-with-error",
    account: customer,
    path: ({ toolId }) => `/tools/${toolId}`,
    title: /.+/,
    prepare: async (page) => {
      await page.getByRole("spinbutton").fill("1000000");
      await expectVisible(page.getByText("more than available quantity in stock"));
    },
  },
  {
    name: "purchase-confirmed",
    hasOverlay: true,
    account: ({ buyer }) => buyer,
    path: ({ toolId }) => `/tools/${toolId}`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Purchase", exact: true }).click();
      await expectVisible(page.getByRole("alert").filter({ hasText: "Purchase confirmed" }));
      await expectVisible(new CardField(page).number);
    },
    title: "Payment",
  },
  {
    name: "purchase-sold-out",
    account: customer,
    path: ({ soldOutId }) => `/tools/${soldOutId}`,
    title: /.+/,
    prepare: (page) => expectVisible(page.getByRole("button", { name: "Out of stock" })),
  },
  {
    name: "purchase-unknown",
    account: customer,
    path: "/tools/no-such-tool",
    prepare: (page) => expectVisible(page.getByText("no longer for sale")),
    consoleError: /^404 GET .*\/tools\/no-such-tool$/,
  },
  {
    name: "today",
    account: admin,
    path: "/dashboard",
    heading: "Today",
    prepare: (page) => expectVisible(page.getByRole("heading", { name: "At a glance" })),
  },
  {
    name: "profile",
    account: customer,
    path: "/dashboard",
    heading: "Users Profile",
    prepare: (page) => expectVisible(page.getByLabel("Location")),
  },
  {
    name: "profile-saved",
    hasOverlay: true,
    account: ({ buyer }) => buyer,
    path: "/dashboard",
    heading: "Users Profile",
    prepare: async (page) => {
      await page.getByLabel("Location").fill("Halifax, Nova Scotia");
      await page.getByLabel("Address").fill("12 Fern Lane");
      await page.getByLabel("Phone").fill("902 555 0117");
      await page.getByRole("button", { name: "Save" }).click();
      await expectVisible(page.getByRole("alert").filter({ hasText: "User Added" }));
    },
  },
  {
    name: "account",
    account: customer,
    path: "/dashboard/account",
    prepare: (page) => expectVisible(page.getByText("This one")),
  },
  {
    name: "account-delete",
    hasOverlay: true,
    account: customer,
    path: "/dashboard/account",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expectVisible(page.getByText("Email is required"));
    },
  },
  {
    name: "review",
    account: customer,
    path: "/dashboard/review",
  },
  {
    name: "review-too-long",
    account: customer,
    path: "/dashboard/review",
    prepare: async (page) => {
      await page.getByTitle("4 stars").click();
      await page.getByLabel("Review", { exact: true }).fill("It digs, and digs. ".repeat(110));
      await page.getByRole("button", { name: "Send review" }).click();
      await expectVisible(page.getByText("A review has 2,000 characters at most"));
    },
  },
  {
    name: "my-orders",
    account: customer,
    path: "/dashboard/myOrders",
    prepare: (page) => expectVisible(page.getByText(/^Paid, shipped/)),
  },
  {
    name: "my-orders-expanded",
    account: customer,
    path: "/dashboard/myOrders",
    prepare: async (page) => {
      const toggles = page.getByRole("table").getByRole("button", { expanded: false });
      await expectVisible(toggles.first());
      for (const toggle of await toggles.elementHandles()) await toggle.click();
      await expectVisible(page.getByRole("list", { name: /^Progress of/ }).first());
    },
  },
  {
    name: "my-orders-none",
    account: newcomer,
    path: "/dashboard/myOrders",
    prepare: (page) => expectVisible(page.getByText("No orders yet")),
  },
  {
    name: "my-orders-delete",
    hasOverlay: true,
    account: customer,
    path: "/dashboard/myOrders",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Delete/ }).click();
      await expectVisible(page.getByRole("dialog"));
    },
  },
  {
    name: "payment",
    account: customer,
    path: ({ unpaid }) => `/dashboard/payment/${unpaid}`,
    prepare: (page) => expectVisible(new CardField(page).number),
  },
  {
    name: "invoice",
    account: ({ holder }) => holder,
    path: ({ held }) => `/purchases/${held}/invoice`,
    title: /^Invoice #/,
    heading: "Invoice",
    prepare: (page) => expectVisible(page.getByText(/^HST No\./)),
  },
  {
    name: "credit-note",
    account: ({ customer }) => customer,
    path: ({ creditNote }) => creditNote,
    title: /^Credit note C-/,
    heading: "Credit note",
    prepare: (page) => expectVisible(page.getByText("Total returned")),
  },
  {
    name: "my-orders-group",
    account: ({ holder }) => holder,
    path: "/dashboard/myOrders",
    prepare: (page) => expectVisible(page.getByText(/ · 2 tools · \$/)),
  },
  {
    name: "order-slip",
    account: ({ buyer }) => buyer,
    path: ({ toolId }) => `/tools/${toolId}`,
    title: /.+/,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Purchase", exact: true }).click();
      await page.waitForURL("**/dashboard/payment/*");
      await page.goBack();
      await expectVisible(page.getByRole("link", { name: "Pay now" }));
    },
  },
  {
    name: "payment-done",
    account: customer,
    path: ({ shipped }) => `/dashboard/payment/${shipped}`,
    prepare: (page) => expectVisible(page.getByText("Transaction id")),
  },
  {
    name: "payment-refunded",
    account: customer,
    path: ({ refunded }) => `/dashboard/payment/${refunded}`,
    prepare: (page) => expectVisible(page.getByText("back to the card you paid with")),
  },
  {
    name: "payment-unknown",
    account: customer,
    path: "/dashboard/payment/no-such-order",
    prepare: (page) => expectVisible(page.getByText("Order not found")),
    consoleError: /^404 GET .*\/(orders|purchases)\/no-such-order$/,
  },
  {
    name: "login-wrong-role",
    account: customer,
    path: "/dashboard/manageOrders",
    title: "Login",
    prepare: (page) => expectVisible(page.getByText("this page is for the shop’s staff")),
  },
  {
    name: "add-tool",
    account: admin,
    path: "/dashboard/addProduct",
    prepare: async (page) => {
      await page.getByLabel("Photo").setInputFiles({
        name: "photo.png",
        mimeType: "image/png",
        buffer: png(900, 1200),
      });
      await expectVisible(page.getByRole("button", { name: "Remove photo" }));
    },
  },
  {
    name: "add-tool-crop",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/addProduct",
    prepare: async (page) => {
      await page
        .getByLabel("Photo")
        .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: png(1200, 900) });
      await page.getByRole("button", { name: "Crop", exact: true }).click();
      await expectVisible(page.getByRole("slider", { name: "Zoom" }));
    },
  },
  {
    name: "add-tool-with-errors",
    account: admin,
    path: "/dashboard/addProduct",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add Tool" }).click();
      await expectVisible(page.getByText("Image is required"));
    },
  },
  {
    name: "manage-tools",
    account: admin,
    path: "/dashboard/manageProduct",
    prepare: (page) => expectVisible(page.getByRole("table", { name: "All tools" })),
  },
  {
    name: "manage-tools-delete",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/manageProduct",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click();
      await expectVisible(page.getByRole("dialog"));
    },
  },
  {
    name: "quebec",
    account: admin,
    path: "/dashboard/quebec",
  },
  {
    name: "redirects",
    account: admin,
    path: "/dashboard/redirects",
  },
  {
    name: "moving-in",
    account: admin,
    path: "/dashboard/movingIn",
  },
  {
    name: "categories",
    account: admin,
    path: "/dashboard/categories",
  },
  {
    name: "enter-order",
    account: admin,
    path: "/dashboard/enterOrder",
    prepare: async (page) => {
      await page.getByLabel("Name or e-mail").fill("robin");
      const found = page.getByRole("button", { name: /robin\d+@example\.com/ });
      await found.first().click();
      await page.getByLabel("Name or article number").fill("hoe");
      const tools = page.getByRole("list", { name: "Please choose one:" });
      await tools.getByRole("button", { disabled: false }).first().click();
      await expectVisible(page.getByRole("button", { name: "Enter the order" }));
    },
  },
  {
    name: "enter-order-new-customer",
    account: admin,
    path: "/dashboard/enterOrder",
    prepare: async (page) => {
      await page.getByLabel("Name or e-mail").fill("bea@example.com");
      await expectVisible(page.getByText("None matches."));
      await page.getByRole("button", { name: "New customer" }).click();
      await page.getByRole("button", { name: "Use this customer" }).click();
      await expectVisible(page.getByText("Name is required"));
    },
  },
  {
    name: "removed-tools",
    account: admin,
    path: "/dashboard/removedTools",
  },
  {
    name: "import-tools",
    account: admin,
    path: "/dashboard/importTools",
    prepare: async (page) => {
      const file = "Name,Price,Colour\nDibber,none,red\n";
      await page
        .getByLabel("File of tools")
        .setInputFiles({ name: "tools.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
      await expectVisible(page.getByRole("table", { name: "Problems" }));
    },
  },
  {
    name: "import-tools-shopify",
    account: admin,
    path: "/dashboard/importTools",
    prepare: async (page) => {
      const rows = [
        "Handle,Title,Vendor,Type,Body (HTML),Option1 Value,Variant Inventory Qty,Variant Price,Image Src",
        "trug,Sussex Trug,Fern,Baskets,Made of willow.,Small,4,48,https://127.0.0.1/files/trug-small.jpg",
        "trug,,,,,Large,2,62,",
        "gift,Free Gift,Fern,,A gift.,Default Title,5,0,",
      ];
      const buffer = Buffer.from(rows.join("\n"));
      await page
        .getByLabel("File of tools")
        .setInputFiles({ name: "products.csv", mimeType: "text/csv", buffer });
      await expectVisible(page.getByRole("table", { name: "Notes" }));
    },
  },
  {
    name: "edit-tool",
    account: admin,
    path: ({ toolId }) => `/dashboard/manageProduct/${toolId}`,
    title: /^Edit .+/,
    prepare: (page) => expectVisible(page.getByRole("button", { name: "Save" })),
  },
  {
    name: "stock-history",
    account: admin,
    path: ({ toolId }) => `/dashboard/manageProduct/${toolId}/stock`,
    title: /^Stock history: .+/,
    heading: "Stock history",
    prepare: (page) => expectVisible(page.getByRole("list", { name: "Stock history" })),
  },
  {
    name: "edit-tool-conflict",
    account: admin,
    path: ({ toolId }) => `/dashboard/manageProduct/${toolId}`,
    title: /^Edit .+/,
    prepare: async (page) => {
      await page.getByLabel("Price").fill("99");
      await page.evaluate(editToolConcurrently);
      await page.getByRole("button", { name: "Save" }).click();
      await expectVisible(page.getByText("Someone else has changed this tool"));
    },
    consoleError: /^412 PUT .*\/api\/tools\//,
  },
  {
    name: "manage-orders",
    account: admin,
    path: "/dashboard/manageOrders",
    prepare: (page) => expectVisible(page.getByRole("button", { name: /^Ship/ }).first()),
  },
  {
    name: "manage-orders-refund",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/manageOrders",
    title: /^Order #\d+/,
    prepare: async (page) => {
      await openOrderToShip(page);
      await page.getByRole("button", { name: /^Refund/ }).click();
      await expectVisible(page.getByRole("dialog"));
    },
  },
  {
    name: "manage-orders-refund-part",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/manageOrders?state=pending",
    title: /^Order #\d+/,
    prepare: async (page) => {
      await openOrderToShip(page);
      await page.getByRole("button", { name: /^Refund/ }).click();
      await page.getByRole("dialog").getByText("An amount", { exact: true }).click();
      await expectVisible(page.getByRole("textbox", { name: "Reason" }));
    },
  },
  {
    name: "manage-orders-tracking",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/manageOrders?state=pending",
    title: /^Order #\d+/,
    prepare: async (page) => {
      await openOrderToShip(page);
      await page.getByRole("button", { name: /^Add tracking/ }).click();
      await page.getByRole("dialog").getByLabel("Carrier").selectOption("Other");
    },
  },
  {
    name: "manage-order",
    account: admin,
    path: ({ shipped }) => `/dashboard/manageOrders/${shipped}`,
    title: /^Order #\d+/,
    prepare: (page) => expectVisible(page.getByRole("heading", { name: "Notes" })),
  },
  {
    name: "packing-slip",
    account: admin,
    path: ({ shipped }) => `/dashboard/manageOrders/${shipped}/slip`,
    title: /^Packing slip #\d+/,
    heading: "Packing slip",
  },
  {
    name: "receipt",
    account: customer,
    path: ({ shipped }) => `/dashboard/myOrders/${shipped}/receipt`,
    title: /^Receipt #\d+/,
    heading: "Receipt",
    prepare: (page) => expectVisible(page.getByText("Paid by card on")),
  },
  {
    name: "manage-orders-none",
    account: admin,
    path: "/dashboard/manageOrders?q=no-such-words&state=unpaid",
    prepare: (page) => expectVisible(page.getByText("No matching orders")),
  },
  {
    name: "manage-posts",
    account: admin,
    path: "/dashboard/posts",
    prepare: async (page) => {
      await expectVisible(page.getByRole("button", { name: /^Delete/ }).first());
    },
  },
  {
    name: "new-post",
    account: admin,
    path: "/dashboard/posts/new",
    prepare: async (page) => {
      await page.getByLabel("Text", { exact: true }).fill("# News\n\nOpen **on Sunday**.");
      await page.getByRole("button", { name: "Preview" }).click();
      await expectVisible(page.getByRole("region", { name: "Preview" }));
    },
  },
  {
    name: "manage-reviews",
    account: admin,
    path: "/dashboard/manageReviews",
    prepare: async (page) => {
      await openMenu(page);
      await expectVisible(page.getByRole("button", { name: /^Hide/ }).first());
    },
  },
  {
    name: "manage-reviews-none",
    account: admin,
    path: "/dashboard/manageReviews?state=pending",
    prepare: (page) => expectVisible(page.getByText("You have read all new reviews.")),
  },
  {
    name: "reconciliation",
    account: admin,
    path: "/dashboard/books",
    prepare: (page) => expectVisible(page.getByText("The books agree")),
  },
  {
    name: "figures",
    account: admin,
    path: "/dashboard/figures",
    prepare: async (page) => {
      await page.getByText("All numbers in a table").click();
      await expectVisible(page.getByRole("table", { name: "Sales by day" }));
    },
  },
  {
    name: "webhooks",
    hasOverlay: true,
    account: admin,
    path: "/dashboard/webhooks",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add webhook" }).click();
      await expectVisible(page.getByRole("dialog", { name: "Add webhook" }));
    },
  },
  {
    name: "shop-settings-index",
    account: admin,
    path: "/dashboard/shop",
    prepare: (page) => expectVisible(page.getByRole("link", { name: "Legal pages" })),
  },
  {
    name: "shop-settings-search",
    account: admin,
    path: "/dashboard/shop",
    prepare: async (page) => {
      await page.getByRole("searchbox", { name: "Search the settings" }).fill("hours");
      await expectVisible(page.getByRole("link", { name: "Opening hours" }));
    },
  },
  {
    name: "shop-settings",
    account: admin,
    path: "/dashboard/shop?section=shop",
    prepare: (page) => expectVisible(page.getByLabel("Legal name")),
  },
  {
    name: "shop-settings-home-page",
    account: admin,
    path: "/dashboard/shop?section=home",
    prepare: (page) => expectVisible(page.getByLabel("Heading of How we sell", { exact: true })),
  },
  {
    name: "shop-settings-delivery",
    account: admin,
    path: "/dashboard/shop?section=delivery",
    prepare: (page) => page.getByRole("button", { name: "Change: Canada Post" }).click(),
  },
  {
    name: "shop-settings-taxes",
    account: admin,
    path: "/dashboard/shop?section=taxes",
    prepare: (page) => expectVisible(page.getByText(/a sale to Québec has/)),
  },
  {
    name: "shop-settings-newsletter",
    account: admin,
    path: "/dashboard/shop?section=newsletter",
    prepare: (page) => expectVisible(page.getByRole("button", { name: "Download subscribers" })),
  },
  {
    name: "email-texts",
    account: admin,
    path: "/dashboard/emails",
    prepare: (page) => expectVisible(page.getByRole("link", { name: "Order placed" })),
  },
  {
    name: "email-texts-editor",
    account: admin,
    path: "/dashboard/emails/order_placed",
    title: /^Order placed/,
    prepare: (page) =>
      expectVisible(page.frameLocator("iframe").getByText("Thank you for your order")),
  },
  {
    name: "settings-history",
    account: admin,
    path: "/dashboard/settingsHistory",
    prepare: (page) => expectVisible(page.getByText("Customers who pick up").first()),
  },
  {
    name: "customer",
    account: admin,
    path: (screenData) => `/dashboard/users?q=${screenData.customer.email}`,
    title: /^Robin Moss/,
    prepare: async (page) => {
      await page.getByRole("link", { name: /@/ }).first().click();
      await expectVisible(page.getByRole("table", { name: "Orders" }));
    },
  },
  {
    name: "audit-log",
    account: admin,
    path: "/dashboard/audit",
    prepare: (page) => expectVisible(page.getByText(/shipped order #/).first()),
  },
  {
    name: "api-keys-new",
    account: admin,
    path: "/dashboard/keys",
    hasOverlay: true,
    prepare: async (page) => {
      await page.getByRole("button", { name: "New key" }).click();
      await expectVisible(page.getByRole("dialog", { name: "New API key" }));
    },
  },
  {
    name: "privacy",
    path: "/privacy",
    prepare: (page) => expectVisible(page.getByText("This is a first draft")),
  },
  {
    name: "mails-none",
    account: admin,
    path: "/dashboard/mails",
    prepare: (page) => expectVisible(page.getByText("Nothing undelivered")),
  },
  {
    name: "users",
    account: admin,
    path: "/dashboard/users",
    prepare: (page) => expectVisible(page.getByRole("button", { name: /^Make Admin/ }).first()),
  },
  {
    name: "users-none",
    account: admin,
    path: "/dashboard/users?q=no-such-words",
    prepare: (page) => expectVisible(page.getByText("No matching users")),
  },
  {
    name: "users-unpaid",
    account: admin,
    path: "/dashboard/users?show=unpaid",
    prepare: async (page) => {
      await openMenu(page);
      await expectVisible(page.getByRole("button", { name: /^Block/ }).first());
    },
  },
  {
    name: "payment-address",
    hasOverlay: true,
    account: customer,
    path: ({ unpaid }) => `/dashboard/payment/${unpaid}`,
    prepare: async (page) => {
      await expectVisible(page.getByRole("button", { name: "Pay", exact: true }));
      // A phone folds the details.
      const details = page.getByRole("button", { name: "Order details" });
      if (await details.isVisible()) await details.click();
      await page.getByRole("button", { name: /^Change address/ }).click();
      await expectVisible(page.getByRole("dialog"));
    },
  },
];

/** Runs in the page, which has a token: edits the tool that the open form shows. */
async function editToolConcurrently() {
  const url = window.location.pathname.replace("/dashboard/manageProduct/", "/api/tools/");
  const authorization = `Bearer ${localStorage.getItem("accessToken")}`;
  const current = await fetch(url, { headers: { authorization } });
  const tool = await current.json();
  await fetch(url, {
    method: "PUT",
    headers: {
      authorization,
      "content-type": "application/json",
      "if-match": current.headers.get("etag") ?? "",
    },
    body: JSON.stringify({ ...tool, description: `${tool.description} Sharpened.` }),
  });
}

export const pathOf = ({ path }: Screen, screenData: ScreenData) =>
  typeof path === "string" ? path : path(screenData);

/** The document's title and the heading of a screen. */
export function namesOf(screen: Screen, screenData: ScreenData) {
  const [path = ""] = pathOf(screen, screenData).split(/[?#]/);
  const title = screen.title ?? pageAt(path)?.title;
  return {
    title:
      title instanceof RegExp
        ? expect.stringMatching(`${title.source}.* · Trowel$`)
        : documentTitle({ name: "Trowel", tagline: "Gardening and Yard Care Tools" }, title),
    heading: screen.heading ?? title ?? "",
  };
}

interface Fixtures {
  page: Page;
  screenData: ScreenData;
  user: User;
}

/** Opens a screen with its account, in the state that the screen is about. */
export async function openScreen(screen: Screen, { page, screenData, user }: Fixtures) {
  const path = pathOf(screen, screenData);
  if (screen.account) await user.signInAs(screen.account(screenData), path);
  else await page.goto(path);
  await expectVisible(page.getByRole("heading", { level: 1 }));
  await screen.prepare?.(page);
}

/** Loads lazy images too. Returns the URLs of the images that failed. */
export async function loadImages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.allSettled(images.map((image) => image.decode()));
    return images.filter((image) => image.naturalWidth === 0).map(({ src }) => src);
  });
}

/** Waits until no colour is in transition. Animations, such as the timer of a toast, may continue. */
export const waitForTransitions = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  );

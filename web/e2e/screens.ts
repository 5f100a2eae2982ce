import type { Page } from "@playwright/test";
import { CardField } from "./card-field.ts";
import { Inbox } from "./inbox.ts";
import { askForCode, enterCode, newNumber } from "./phone.ts";
import { picture } from "./picture.ts";
import { type Account, ADMIN, type Shop } from "./shop.ts";
import { expectAnswered, type Visitor } from "./visitor.ts";

/** The people and orders that the screens are looked at with. */
export interface Stage {
  customer: Account;
  newcomer: Account;
  buyer: Account;
  toolId: string;
  soldOutId: string;
  unpaid: string;
  shipped: string;
  refunded: string;
}

export async function setStage(shop: Shop): Promise<Stage> {
  const tools = await shop.latestTools(100);
  const [first, second, third] = tools.slice(13);
  const soldOut = tools.find((tool) => tool.availableQuantity < tool.minimumQuantity);
  if (!first || !second || !third || !soldOut) throw new Error("too few tools in the demo");
  const customer = await shop.customer();
  const { desk } = customer;
  const admin = await shop.admin();
  const shipped = await admin.ship(await desk.pay(await desk.order(first)));
  await desk.pay(await desk.order(second));
  const refunded = await admin.refund(await desk.pay(await desk.order(second)));
  const unpaid = await desk.order(third);
  const newcomer = await shop.customer();
  const buyer = await shop.customer();
  return {
    customer,
    newcomer,
    buyer,
    toolId: third._id,
    soldOutId: soldOut._id,
    unpaid: unpaid._id,
    shipped: shipped._id,
    refunded: refunded._id,
  };
}

export interface Screen {
  name: string;
  /** Who looks; nobody signed in if absent. */
  who?: (stage: Stage) => Account;
  path: string | ((stage: Stage) => string);
  title: string | RegExp;
  heading: string | RegExp;
  /** What is done there before it is looked at. */
  act?: (page: Page) => Promise<void>;
  /** Its point floats above the page: a picture of the whole page would lose it. */
  floats?: boolean;
  /** The incident that belongs to the screen. */
  incident?: RegExp;
}

const customer = (stage: Stage) => stage.customer;
const newcomer = (stage: Stage) => stage.newcomer;
const admin = () => ADMIN;

export const SCREENS: Screen[] = [
  { name: "home", path: "/", title: /^Trowel/, heading: "Gardening and Yard Care Tools" },
  {
    name: "home-subscribed",
    floats: true,
    path: "/home",
    title: /^Trowel/,
    heading: "Gardening and Yard Care Tools",
    act: async (page) => {
      await page.getByRole("button", { name: "Subscribe Now" }).click();
      await expectAnswered(page.getByRole("dialog", { name: "Subscription done!" }));
    },
  },
  {
    name: "menus-open",
    floats: true,
    who: customer,
    path: "/dashboard",
    title: "Dashboard · Trowel",
    heading: "Users Profile",
    act: async (page) => {
      for (const name of ["Dashboard menu", "Menu"]) {
        const menu = page.getByRole("button", { name, exact: true });
        if (await menu.isVisible()) await menu.click();
      }
    },
  },
  { name: "tools", path: "/tool", title: "All Tools · Trowel", heading: "All Tools" },
  {
    name: "tools-filtered",
    path: "/tool?q=steel&inStock=true&maxMinimum=50&priceMin=abc&sort=price",
    title: "All Tools · Trowel",
    heading: "All Tools",
    act: (page) => expectAnswered(page.getByRole("button", { name: "Clear all" })),
  },
  {
    name: "tools-no-match",
    path: "/tool?q=tractor",
    title: "All Tools · Trowel",
    heading: "All Tools",
    act: (page) => expectAnswered(page.getByText("No tools match")),
  },
  { name: "blogs", path: "/blogs", title: "Blogs · Trowel", heading: "Blogs" },
  { name: "portfolio", path: "/portfolio", title: "My Portfolio · Trowel", heading: /\w+ \w+/ },
  { name: "reviews", path: "/allReview", title: "All Reviews · Trowel", heading: "All Reviews" },
  { name: "login", path: "/login", title: "Login · Trowel", heading: "Login" },
  { name: "signup", path: "/signup", title: "Sign Up · Trowel", heading: "Sign Up" },
  {
    name: "signup-with-faults",
    path: "/signup",
    title: "Sign Up · Trowel",
    heading: "Sign Up",
    act: async (page) => {
      const form = page.getByRole("main");
      await form.getByRole("button", { name: "Sign up" }).click();
      await expectAnswered(form.getByText("password is required"));
    },
  },
  {
    name: "login-by-phone",
    path: "/login",
    title: "Login · Trowel",
    heading: "Login",
    act: async (page) => {
      await page.getByRole("button", { name: "Continue with phone" }).click();
      await page.getByRole("button", { name: "Send me a code" }).click();
      await expectAnswered(page.getByText("Phone number is required"));
    },
  },
  {
    name: "login-by-code",
    path: "/login",
    title: "Login · Trowel",
    heading: "Login",
    act: async (page) => {
      await askForCode(page, newNumber());
    },
  },
  {
    name: "finish",
    path: "/login",
    title: "Finish your account · Trowel",
    heading: "Finish your account",
    act: async (page) => {
      const number = newNumber();
      await askForCode(page, number);
      await enterCode(page, await new Inbox(page.request).codeForPhone(number));
      await expectAnswered(page.getByRole("button", { name: "Send me a code" }));
    },
  },
  {
    name: "forgotten-password",
    path: "/reset-password",
    title: "Reset password · Trowel",
    heading: "Forgot your password?",
  },
  {
    name: "new-password",
    path: "/reset-password#token=some",
    title: "Reset password · Trowel",
    heading: "New password",
  },
  {
    name: "confirm-email",
    path: "/verify-email#token=some",
    title: "Confirm your e-mail · Trowel",
    heading: "Confirm your e-mail",
  },
  {
    name: "not-found",
    path: "/no/such/page",
    title: "Page not found · Trowel",
    heading: /./,
    act: (page) => expectAnswered(page.getByRole("img", { name: "this page does not exist" })),
    incident: /^404 GET .*\/no\/such\/page$/,
  },
  {
    name: "purchase",
    who: customer,
    path: ({ toolId }) => `/tools/${toolId}`,
    title: /^.+ · Trowel$/,
    heading: /./,
    act: (page) => expectAnswered(page.getByRole("button", { name: "Purchase", exact: true })),
  },
  {
    name: "purchase-with-fault",
    who: customer,
    path: ({ toolId }) => `/tools/${toolId}`,
    title: /^.+ · Trowel$/,
    heading: /./,
    act: async (page) => {
      await page.getByRole("spinbutton").fill("1000000");
      await expectAnswered(page.getByText("more than available quantity in stock"));
    },
  },
  {
    name: "purchase-confirmed",
    floats: true,
    who: ({ buyer }) => buyer,
    path: ({ toolId }) => `/tools/${toolId}`,
    title: /^.+ · Trowel$/,
    heading: /./,
    act: async (page) => {
      await page.getByRole("button", { name: "Purchase", exact: true }).click();
      await expectAnswered(page.getByRole("alert").filter({ hasText: "Purchase confirmed" }));
    },
  },
  {
    name: "purchase-sold-out",
    who: customer,
    path: ({ soldOutId }) => `/tools/${soldOutId}`,
    title: /^.+ · Trowel$/,
    heading: /./,
    act: (page) => expectAnswered(page.getByRole("button", { name: "Out of stock" })),
  },
  {
    name: "purchase-unknown",
    who: customer,
    path: "/tools/no-such-tool",
    title: "Purchase · Trowel",
    heading: "Purchase",
    act: (page) => expectAnswered(page.getByText("no longer for sale")),
    incident: /^404 GET .*\/tools\/no-such-tool$/,
  },
  {
    name: "profile",
    who: customer,
    path: "/dashboard",
    title: "Dashboard · Trowel",
    heading: "Users Profile",
    act: (page) => expectAnswered(page.getByLabel("Location")),
  },
  {
    name: "profile-saved",
    floats: true,
    who: ({ buyer }) => buyer,
    path: "/dashboard",
    title: "Dashboard · Trowel",
    heading: "Users Profile",
    act: async (page) => {
      await page.getByLabel("Location").fill("Halifax, Nova Scotia");
      await page.getByLabel("Address").fill("12 Fern Lane");
      await page.getByLabel("Phone").fill("902 555 0117");
      await page.getByRole("button", { name: "Save" }).click();
      await expectAnswered(page.getByRole("alert").filter({ hasText: "User Added" }));
    },
  },
  {
    name: "account",
    who: customer,
    path: "/dashboard/account",
    title: "Account & security · Trowel",
    heading: "Account & security",
    act: (page) => expectAnswered(page.getByText("This one")),
  },
  {
    name: "account-delete",
    floats: true,
    who: customer,
    path: "/dashboard/account",
    title: "Account & security · Trowel",
    heading: "Account & security",
    act: async (page) => {
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expectAnswered(page.getByText("Email is required"));
    },
  },
  {
    name: "review",
    who: customer,
    path: "/dashboard/review",
    title: "Review · Trowel",
    heading: "Review",
  },
  {
    name: "review-too-long",
    who: customer,
    path: "/dashboard/review",
    title: "Review · Trowel",
    heading: "Review",
    act: async (page) => {
      await page.getByTitle("4 stars").click();
      await page.getByLabel("Review", { exact: true }).fill("It digs, and digs. ".repeat(110));
      await page.getByRole("button", { name: "Send review" }).click();
      await expectAnswered(page.getByText("A review has 2,000 characters at most"));
    },
  },
  {
    name: "my-orders",
    who: customer,
    path: "/dashboard/myOrders",
    title: "My Orders · Trowel",
    heading: "My Orders",
    act: (page) => expectAnswered(page.getByRole("cell", { name: "Approved and shipped" })),
  },
  {
    name: "my-orders-unfolded",
    who: customer,
    path: "/dashboard/myOrders",
    title: "My Orders · Trowel",
    heading: "My Orders",
    act: async (page) => {
      const folds = page.getByRole("table").getByRole("button", { expanded: false });
      await expectAnswered(folds.first());
      for (const fold of await folds.elementHandles()) await fold.click();
      await expectAnswered(page.getByRole("list", { name: /^Progress of/ }).first());
    },
  },
  {
    name: "my-orders-none",
    who: newcomer,
    path: "/dashboard/myOrders",
    title: "My Orders · Trowel",
    heading: "My Orders",
    act: (page) => expectAnswered(page.getByText("No orders yet")),
  },
  {
    name: "my-orders-delete",
    floats: true,
    who: customer,
    path: "/dashboard/myOrders",
    title: "My Orders · Trowel",
    heading: "My Orders",
    act: async (page) => {
      await page.getByRole("button", { name: /^Delete/ }).click();
      await expectAnswered(page.getByRole("dialog"));
    },
  },
  {
    name: "payment",
    who: customer,
    path: ({ unpaid }) => `/dashboard/payment/${unpaid}`,
    title: "Payment · Trowel",
    heading: "Payment",
    act: (page) => expectAnswered(new CardField(page).number),
  },
  {
    name: "payment-done",
    who: customer,
    path: ({ shipped }) => `/dashboard/payment/${shipped}`,
    title: "Payment · Trowel",
    heading: "Payment",
    act: (page) => expectAnswered(page.getByText("Transaction id")),
  },
  {
    name: "payment-refunded",
    who: customer,
    path: ({ refunded }) => `/dashboard/payment/${refunded}`,
    title: "Payment · Trowel",
    heading: "Payment",
    act: (page) => expectAnswered(page.getByText("back to the card you paid with")),
  },
  {
    name: "payment-unknown",
    who: customer,
    path: "/dashboard/payment/no-such-order",
    title: "Payment · Trowel",
    heading: "Payment",
    act: (page) => expectAnswered(page.getByText("Order not found")),
    incident: /^404 GET .*\/orders\/no-such-order$/,
  },
  {
    name: "login-wrong-role",
    who: customer,
    path: "/dashboard/manageOrders",
    title: "Login · Trowel",
    heading: "Login",
    act: (page) => expectAnswered(page.getByText("this page is for the shop’s admins")),
  },
  {
    name: "add-tool",
    who: admin,
    path: "/dashboard/addProduct",
    title: "Add Tool · Trowel",
    heading: "Add Tool",
    act: async (page) => {
      await page.getByLabel("Photo").setInputFiles({
        name: "photo.png",
        mimeType: "image/png",
        buffer: picture(900, 1200),
      });
      await expectAnswered(page.getByRole("button", { name: "Remove photo" }));
    },
  },
  {
    name: "add-tool-with-faults",
    who: admin,
    path: "/dashboard/addProduct",
    title: "Add Tool · Trowel",
    heading: "Add Tool",
    act: async (page) => {
      await page.getByRole("button", { name: "Add Tool" }).click();
      await expectAnswered(page.getByText("Image is required"));
    },
  },
  {
    name: "manage-tools",
    who: admin,
    path: "/dashboard/manageProduct",
    title: "Manage Tool · Trowel",
    heading: "Manage Tool",
    act: (page) => expectAnswered(page.getByRole("table", { name: "All tools" })),
  },
  {
    name: "manage-tools-delete",
    floats: true,
    who: admin,
    path: "/dashboard/manageProduct",
    title: "Manage Tool · Trowel",
    heading: "Manage Tool",
    act: async (page) => {
      await page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click();
      await expectAnswered(page.getByRole("dialog"));
    },
  },
  {
    name: "edit-tool",
    who: admin,
    path: ({ toolId }) => `/dashboard/manageProduct/${toolId}`,
    title: /^Edit .+ · Trowel$/,
    heading: "Edit Tool",
    act: (page) => expectAnswered(page.getByRole("button", { name: "Save" })),
  },
  {
    name: "edit-tool-overtaken",
    who: admin,
    path: ({ toolId }) => `/dashboard/manageProduct/${toolId}`,
    title: /^Edit .+ · Trowel$/,
    heading: "Edit Tool",
    act: async (page) => {
      await page.getByLabel("Price").fill("99");
      await page.evaluate(sharpen);
      await page.getByRole("button", { name: "Save" }).click();
      await expectAnswered(page.getByText("Another admin has changed this tool"));
    },
    incident: /^412 PUT .*\/api\/tools\//,
  },
  {
    name: "manage-orders",
    who: admin,
    path: "/dashboard/manageOrders",
    title: "Manage Orders · Trowel",
    heading: "Manage Orders",
    act: (page) => expectAnswered(page.getByRole("button", { name: /^Ship/ }).first()),
  },
  {
    name: "manage-orders-refund",
    floats: true,
    who: admin,
    path: "/dashboard/manageOrders",
    title: "Manage Orders · Trowel",
    heading: "Manage Orders",
    act: async (page) => {
      await page
        .getByRole("button", { name: /^Refund/ })
        .first()
        .click();
      await expectAnswered(page.getByRole("dialog"));
    },
  },
  {
    name: "manage-orders-none",
    who: admin,
    path: "/dashboard/manageOrders?q=nobody-has-this&state=unpaid",
    title: "Manage Orders · Trowel",
    heading: "Manage Orders",
    act: (page) => expectAnswered(page.getByText("No matching orders")),
  },
  {
    name: "books",
    who: admin,
    path: "/dashboard/books",
    title: "Books · Trowel",
    heading: "Books",
    act: (page) => expectAnswered(page.getByText("The books agree")),
  },
  {
    name: "mails-none",
    who: admin,
    path: "/dashboard/mails",
    title: "Undelivered e-mail · Trowel",
    heading: "Undelivered e-mail",
    act: (page) => expectAnswered(page.getByText("Nothing undelivered")),
  },
  {
    name: "users",
    who: admin,
    path: "/dashboard/users",
    title: "Users · Trowel",
    heading: "Users",
    act: (page) => expectAnswered(page.getByRole("button", { name: /^Make Admin/ }).first()),
  },
  {
    name: "users-none",
    who: admin,
    path: "/dashboard/users?q=nobody-has-this",
    title: "Users · Trowel",
    heading: "Users",
    act: (page) => expectAnswered(page.getByText("No matching users")),
  },
];

/** What somebody else does while the form of this page is open: in the page, which has a token. */
async function sharpen() {
  const url = window.location.pathname.replace("/dashboard/manageProduct/", "/api/tools/");
  const authorization = `Bearer ${localStorage.getItem("accessToken")}`;
  const now = await fetch(url, { headers: { authorization } });
  const tool = await now.json();
  await fetch(url, {
    method: "PUT",
    headers: {
      authorization,
      "content-type": "application/json",
      "if-match": now.headers.get("etag") ?? "",
    },
    body: JSON.stringify({ ...tool, description: `${tool.description} Sharpened.` }),
  });
}

export const addressOf = ({ path }: Screen, stage: Stage) =>
  typeof path === "string" ? path : path(stage);

interface Seat {
  page: Page;
  stage: Stage;
  visitor: Visitor;
}

/** Opens a screen as the one it is for and brings it into the state it is about. */
export async function lookAt(screen: Screen, { page, stage, visitor }: Seat) {
  const address = addressOf(screen, stage);
  if (screen.who) await visitor.arriveAs(screen.who(stage), address);
  else await page.goto(address);
  await expectAnswered(page.getByRole("heading", { level: 1 }));
  await screen.act?.(page);
}

/** Pictures wait until one scrolls near; whoever looks at a whole page wants them all. */
export async function loadPictures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = "eager";
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    return pictures.filter((picture) => picture.naturalWidth === 0).map(({ src }) => src);
  });
}

/** Colours on their way from one to another must be neither measured nor painted. A toast's clock may go on. */
export const transitionsOver = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every((running) => !(running instanceof CSSTransition)),
  );

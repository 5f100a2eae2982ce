import {
  test as base,
  expect,
  type Locator,
  type Page,
  type PlaywrightWorkerArgs,
} from "@playwright/test";
import { CardField } from "./card-field.ts";
import { CardProvider } from "./card-provider.ts";
import { ConsoleErrors } from "./console-errors.ts";
import { Inbox } from "./inbox.ts";
import { NewShop } from "./new-shop.ts";
import { createScreenData, type ScreenData } from "./screens.ts";
import { type Account, ADMIN, Shop } from "./shop.ts";
import { ShopServer } from "./shop-server.ts";
import { User } from "./user.ts";

interface TestFixtures {
  consoleErrors: ConsoleErrors;
  user: User;
  card: CardField;
  inbox: Inbox;
}

interface WorkerFixtures {
  shop: Shop;
  screenData: ScreenData;
}

type Playwright = PlaywrightWorkerArgs["playwright"];

async function withShop(
  playwright: Playwright,
  use: (shop: Shop) => Promise<void>,
  settings?: Record<string, string>,
) {
  const server = await ShopServer.start(settings);
  const newContext = () => playwright.request.newContext({ baseURL: server.origin });
  await use(new Shop(server.origin, await newContext(), newContext));
  await server.stop();
}

/** What is typed into the HTML of the server before the app has taken it over would be lost. */
function waitForApp(page: Page) {
  const takenOver = () =>
    page.locator("#root[data-rendered]").waitFor({ state: "detached", timeout: 30_000 });
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await takenOver().catch(() => {});
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await takenOver().catch(() => {});
    return response;
  };
}

/** All tests of a worker share one shop, and each signs up its own customers. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [async ({ playwright }, use) => withShop(playwright, use), { scope: "worker" }],
  screenData: [async ({ shop }, use) => use(await createScreenData(shop)), { scope: "worker" }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = new ConsoleErrors(context);
      await use(consoleErrors);
      await consoleErrors.check();
    },
    { auto: true },
  ],
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForApp(page);
    await use(page);
  },
  user: async ({ page }, use) => use(new User(page)),
  card: async ({ page }, use) => use(new CardField(page)),
  inbox: async ({ request }, use) => use(new Inbox(request)),
});

/** Each test has its own shop, because it changes the catalogue that other tests read. */
export const testIsolated = test.extend<{ isolatedShop: Shop }>({
  isolatedShop: async ({ playwright }, use) => withShop(playwright, use),
  baseURL: async ({ isolatedShop }, use) => use(isolatedShop.origin),
});

/** Each test has its own shop and its own card provider, which it controls. */
export const testWithCardProvider = test.extend<{ provider: CardProvider; isolatedShop: Shop }>({
  provider: async ({ playwright }, use) => {
    const provider = await CardProvider.start(() => playwright.request.newContext());
    await use(provider);
    await provider.stop();
  },
  isolatedShop: async ({ playwright, provider }, use) =>
    withShop(playwright, use, provider.settings),
  baseURL: async ({ isolatedShop }, use) => use(isolatedShop.origin),
});

/** Each test has a shop for real customers on an empty folder. `hasOwner` says whether its owner has an account. */
export const testNewShop = test.extend<{ hasOwner: boolean; newShop: NewShop }>({
  hasOwner: [true, { option: true }],
  newShop: async ({ hasOwner }, use) => {
    const shop = await NewShop.start({ hasOwner });
    await use(shop);
    await shop.stop();
  },
  baseURL: async ({ newShop }, use) => use(newShop.origin),
});

/** Runs in both projects: the test covers something that differs on a phone. See playwright.config.ts. */
export const ON_PHONE_TOO = { tag: "@phone" };

export { type Account, ADMIN, expect, type Locator, type Page };

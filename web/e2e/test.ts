import { test as base, expect, type Page, type PlaywrightWorkerArgs } from "@playwright/test";
import { CardField } from "./card-field.ts";
import { CardProvider } from "./card-provider.ts";
import { Inbox } from "./inbox.ts";
import { Incidents } from "./incidents.ts";
import { Server } from "./server.ts";
import { type Account, ADMIN, Shop } from "./shop.ts";
import { Visitor } from "./visitor.ts";

interface TestFixtures {
  incidents: Incidents;
  visitor: Visitor;
  card: CardField;
  inbox: Inbox;
}

interface WorkerFixtures {
  shop: Shop;
}

type Playwright = PlaywrightWorkerArgs["playwright"];

async function withShop(
  playwright: Playwright,
  use: (shop: Shop) => Promise<void>,
  settings?: Record<string, string>,
) {
  const server = await Server.start(settings);
  const newContext = () => playwright.request.newContext({ baseURL: server.origin });
  await use(new Shop(server.origin, await newContext(), newContext));
  await server.stop();
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [async ({ playwright }, use) => withShop(playwright, use), { scope: "worker" }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  incidents: [
    async ({ context }, use) => {
      const incidents = new Incidents(context);
      await use(incidents);
      await incidents.check();
    },
    { auto: true },
  ],
  visitor: async ({ page }, use) => use(new Visitor(page)),
  card: async ({ page }, use) => use(new CardField(page)),
  inbox: async ({ request }, use) => use(new Inbox(request)),
});

/** Each in a shop of its own: for tests that change what is on sale, which the others count on. */
export const testAlone = test.extend<{ ownShop: Shop }>({
  ownShop: async ({ playwright }, use) => withShop(playwright, use),
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
});

/** As above, and the card provider can be told what to do. */
export const testWithProvider = test.extend<{ provider: CardProvider; ownShop: Shop }>({
  provider: async ({ playwright }, use) => {
    const provider = await CardProvider.start(() => playwright.request.newContext());
    await use(provider);
    await provider.stop();
  },
  ownShop: async ({ playwright, provider }, use) => withShop(playwright, use, provider.settings),
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
});

export { type Account, ADMIN, expect, type Page };

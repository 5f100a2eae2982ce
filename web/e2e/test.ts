import { test as base, expect, type Page } from "@playwright/test";
import { CardField } from "./card-field.ts";
import { Incidents } from "./incidents.ts";
import { Server } from "./server.ts";
import { type Account, ADMIN, Shop } from "./shop.ts";
import { Visitor } from "./visitor.ts";

interface TestFixtures {
  incidents: Incidents;
  visitor: Visitor;
  card: CardField;
}

interface WorkerFixtures {
  shop: Shop;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [
    async ({ playwright }, use) => {
      const server = await Server.start();
      const newContext = () => playwright.request.newContext({ baseURL: server.origin });
      await use(new Shop(server.origin, await newContext(), newContext));
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
  incidents: [
    async ({ context }, use) => {
      const incidents = new Incidents(context);
      await use(incidents);
      incidents.check();
    },
    { auto: true },
  ],
  visitor: async ({ page }, use) => use(new Visitor(page)),
  card: async ({ page }, use) => use(new CardField(page)),
});

export { type Account, ADMIN, expect, type Page };

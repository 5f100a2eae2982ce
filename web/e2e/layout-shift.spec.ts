import { ADMIN, test as base, expect, type Page } from "./fixtures.ts";
import type { ScreenData } from "./screens.ts";
import { SlowNetwork } from "./slow-network.ts";

const test = base.extend<object, { network: SlowNetwork }>({
  network: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const network = await SlowNetwork.start();
      await use(network);
      await network.stop();
    },
    { scope: "worker" },
  ],
  proxy: async ({ network }, use) => use(network.proxy),
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

/** Screens with the name of their test. */
type Screens = Record<string, (data: ScreenData) => string>;

const VISITOR_SCREENS: Screens = {
  login: () => "/login",
  signup: () => "/signup",
  finish: () => "/finish",
};

const CUSTOMER_SCREENS: Screens = {
  tool: ({ toolId }) => `/tools/${toolId}`,
  payment: ({ unpaid }) => `/dashboard/payment/${unpaid}`,
  dashboard: () => "/dashboard",
  myOrders: () => "/dashboard/myOrders",
  review: () => "/dashboard/review",
  account: () => "/dashboard/account",
};

const OWNER_SCREENS: Screens = {
  manageOrders: () => "/dashboard/manageOrders",
  order: ({ shipped }) => `/dashboard/manageOrders/${shipped}`,
  email: () => "/dashboard/emails/order_placed",
  ...Object.fromEntries(
    ["users", "addProduct", "manageProduct", "manageReviews", "figures", "books", "shop"].map(
      (name) => [name, () => `/dashboard/${name}`],
    ),
  ),
};

/** A phone of the lower middle class on slow 4G, as Lighthouse has it. */
async function slowDown(page: Page, network: SlowNetwork) {
  network.isSlow = true;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

const firstByte = (page: Page) =>
  page.evaluate(() => {
    const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return load ? load.responseStart - load.requestStart : 0;
  });

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Element }[];
}

/** What has moved so far, and how far, as the browser reports it for Cumulative Layout Shift. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    const entries = await new Promise<Shift[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
        type: "layout-shift",
        buffered: true,
      });
      // The observer stays silent if nothing has shifted.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
    });
    return entries.map(({ value, startTime, sources }) => ({
      value,
      what: `${value.toFixed(3)} at ${Math.round(startTime)} ms: ${sources
        .map(({ node }) => (node?.cloneNode() as Element | undefined)?.outerHTML?.slice(0, 90))
        .join(", ")}`,
    }));
  });

for (const [whose, screens] of [
  ["a visitor", VISITOR_SCREENS],
  ["a customer", CUSTOMER_SCREENS],
  ["the owner", OWNER_SCREENS],
] as const)
  for (const { width, height } of SIZES)
    for (const [name, pathOf] of Object.entries(screens))
      test(`${name} of ${whose} stays in place while it loads, ${width} px`, async ({
        network,
        page,
        screenData,
        user,
        consoleErrors,
      }) => {
        // Slow on purpose, so a busy machine needs far longer than for other tests.
        test.setTimeout(180_000);
        await page.setViewportSize({ width, height });
        network.isSlow = false;
        if (name === "finish") consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
        if (whose !== "a visitor")
          await user.signInAs(whose === "the owner" ? ADMIN : screenData.customer, "/privacy");
        await slowDown(page, network);
        await page.goto(pathOf(screenData), { waitUntil: "commit" });
        const main = page.getByRole("main");
        await main
          .getByRole("heading", { level: 1 })
          .waitFor({ state: "attached", timeout: 120_000 });
        await expect(main.getByText(/^Loading/)).toHaveCount(0, { timeout: 120_000 });
        await page.waitForLoadState("networkidle");
        expect(await firstByte(page), "ms through the slow network").toBeGreaterThan(140);
        const found = await shifts(page);
        const sum = found.reduce((total, { value }) => total + value, 0);
        expect(sum, found.map(({ what }) => what).join("\n")).toBeLessThanOrEqual(0.02);
      });

for (const { width, height } of SIZES)
  for (const wallets of ["with wallets", "without a wallet"])
    test(`the checkout of a visitor stays in place while it loads, ${width} px, ${wallets}`, async ({
      network,
      page,
      shop,
      consoleErrors,
    }) => {
      test.setTimeout(180_000);
      consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
      await page.setViewportSize({ width, height });
      network.isSlow = false;
      const tool = await shop.toolAt(11);
      await page.goto("/privacy");
      await page.evaluate(
        ([id, quantity]) =>
          fetch(`/api/basket/lines/${id}`, {
            method: "PUT",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ quantity }),
          }),
        [tool._id, tool.minimumQuantity] as const,
      );
      const frame = page.frameLocator('iframe[title="Secure express checkout frame"]');
      if (wallets === "without a wallet") {
        consoleErrors.expect(/express\.html/);
        await page.route(/\/express\.html/, (route) => route.abort());
      }
      await slowDown(page, network);
      await page.goto("/checkout", { waitUntil: "commit" });
      const main = page.getByRole("main");
      await expect(main.getByText(/^The shop never sees/)).toBeVisible({ timeout: 120_000 });
      await expect(
        wallets === "with wallets"
          ? frame.getByRole("button", { name: "Apple Pay" })
          : main.getByText(/^You pay by card below/),
      ).toBeVisible({ timeout: 120_000 });
      const found = await shifts(page);
      const sum = found.reduce((total, { value }) => total + value, 0);
      expect(sum, found.map(({ what }) => what).join("\n")).toBeLessThanOrEqual(0.02);
    });

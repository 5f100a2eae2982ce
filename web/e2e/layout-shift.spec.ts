import { ADMIN, expect, type Page, test } from "./fixtures.ts";
import type { ScreenData } from "./screens.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

/** Screens with the name of their test. */
type Screens = Record<string, (data: ScreenData) => string>;

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
  ...Object.fromEntries(
    ["users", "addProduct", "manageProduct", "manageReviews", "figures", "books", "shop"].map(
      (name) => [name, () => `/dashboard/${name}`],
    ),
  ),
};

/** A phone of the lower middle class on slow 4G, as Lighthouse has it. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 204_800,
    uploadThroughput: 93_750,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

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
      // Without any shift the observer stays silent.
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
  ["a customer", CUSTOMER_SCREENS],
  ["the owner", OWNER_SCREENS],
] as const)
  for (const { width, height } of SIZES)
    for (const [name, pathOf] of Object.entries(screens))
      test(`${name} of ${whose} stays in place while it loads, ${width} px`, async ({
        page,
        screenData,
        user,
      }) => {
        // Slow on purpose, so a busy machine needs far longer than for other tests.
        test.setTimeout(180_000);
        await page.setViewportSize({ width, height });
        await user.signInAs(whose === "the owner" ? ADMIN : screenData.customer, "/privacy");
        await slowDown(page);
        await page.goto(pathOf(screenData), { waitUntil: "commit" });
        const main = page.getByRole("main");
        await main
          .getByRole("heading", { level: 1 })
          .waitFor({ state: "attached", timeout: 120_000 });
        await expect(main.getByText(/^Loading/)).toHaveCount(0, { timeout: 120_000 });
        await page.waitForLoadState("networkidle");
        const found = await shifts(page);
        const sum = found.reduce((total, { value }) => total + value, 0);
        expect(sum, found.map(({ what }) => what).join("\n")).toBeLessThanOrEqual(0.05);
      });

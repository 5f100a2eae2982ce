import { ADMIN, expect, type Page, test } from "./fixtures.ts";
import type { ScreenData } from "./screens.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const CUSTOMER_PAGES: ((data: ScreenData) => string)[] = [
  ({ toolId }) => `/tools/${toolId}`,
  ({ unpaid }) => `/dashboard/payment/${unpaid}`,
  () => "/dashboard",
  () => "/dashboard/myOrders",
  () => "/dashboard/review",
];

const OWNER_PAGES: ((data: ScreenData) => string)[] = [
  () => "/dashboard/manageOrders",
  ({ shipped }) => `/dashboard/manageOrders/${shipped}`,
  ...["users", "addProduct", "manageProduct", "manageReviews", "figures", "books", "shop"].map(
    (name) => () => `/dashboard/${name}`,
  ),
];

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

for (const [whose, pages] of [
  ["a customer", CUSTOMER_PAGES],
  ["the owner", OWNER_PAGES],
] as const)
  for (const size of SIZES)
    test(`pages of ${whose} stay in place while they load, ${size.width} px`, async ({
      page,
      screenData,
      user,
    }) => {
      test.setTimeout(240_000);
      await page.setViewportSize(size);
      await user.signInAs(whose === "the owner" ? ADMIN : screenData.customer, "/privacy");
      await slowDown(page);
      for (const path of pages.map((pathOf) => pathOf(screenData)))
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeAttached();
          await expect(page.getByRole("main").getByText(/^Loading/)).toHaveCount(0);
          await page.waitForLoadState("networkidle");
          const found = await shifts(page);
          const sum = found.reduce((total, { value }) => total + value, 0);
          const report = found.map(({ what }) => what).join("\n");
          expect.soft(sum, `${path}\n${report}`).toBeLessThanOrEqual(0.05);
        });
    });

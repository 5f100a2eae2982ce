import { expect, ON_PHONE_TOO, type Page, testIsolated as test, testNewShop } from "./fixtures.ts";
import { ADMIN, type Shop } from "./shop.ts";

/** Adds up how far the page's content has moved. */
const watchLayout = (page: Page) =>
  page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });

const movedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum);

async function payTwice(shop: Shop) {
  const { api } = await shop.customer();
  const tool = await shop.toolAt(0);
  for (let count = 0; count < 2; count += 1) await api.pay(await api.placeOrder(tool));
}

test(
  "the owner logs in, sees what is to ship, and presses it",
  ON_PHONE_TOO,
  async ({ page, isolatedShop: shop, user }) => {
    await payTwice(shop);
    await watchLayout(page);
    await page.goto("/login");
    await user.fillInLogin(ADMIN);
    await expect(page).toHaveURL("/");
    await user.goTo("Dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
    const toShip = page.getByRole("link", { name: "Ship 2 orders" });
    await expect(toShip).toBeVisible();
    await expect(page.getByRole("img", { name: /^Revenue by day/ })).toBeVisible();

    await page.reload();
    await expect(page.getByLabel("Location")).toBeAttached();
    await expect(toShip).toBeVisible();
    expect(await movedBy(page)).toBeLessThan(0.02);

    await user.goToInDashboard("Users Profile");
    await expect(page.getByRole("heading", { name: "Users Profile" })).toBeInViewport();
    await toShip.click();
    await expect(page).toHaveURL("/dashboard/manageOrders?state=pending");
    const rows = page.getByRole("table", { name: "All orders" }).getByRole("row");
    await expect(rows).toHaveCount(3);
  },
);

test("mail and card payments are tested from the dashboard", async ({
  page,
  isolatedShop,
  user,
}) => {
  await payTwice(isolatedShop);
  await user.signInAs(ADMIN);
  await page.getByRole("button", { name: "Send a test message" }).click();
  await expect(page.getByText(`Sent to ${ADMIN.email}`)).toBeVisible();
  await page.getByRole("button", { name: "Test the card payments" }).click();
  await expect(page.getByText("The test keys are accepted.")).toBeVisible();
  await expect(page.getByText(/^Events go to http/)).toBeVisible();
  await expect(page.getByText(/^The last event arrived/)).toBeVisible();
});

for (const [path, late] of [
  ["/dashboard/figures", "**/api/manageShop/tasks"],
  ["/dashboard/account", "**/api/admin/*"],
] as const)
  testNewShop(
    `what comes late moves nothing on a phone: ${path}`,
    async ({ page, newShop: { owner }, user }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await watchLayout(page);
      const release = await user.holdResponses(late);
      await user.signInAs(owner, path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      release();
      await expect(page.getByText("Your shop is not open yet.")).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(await movedBy(page)).toBeLessThan(0.02);
    },
  );

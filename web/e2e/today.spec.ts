import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, ON_PHONE_TOO, type Page, testIsolated as test } from "./fixtures.ts";
import { ServerProcess } from "./server-process.ts";
import { ADMIN, type Shop } from "./shop.ts";
import { BINARY } from "./shop-server.ts";

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

/** `serve` has to know its address before it starts. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/** A shop under `serve` on an empty folder. */
const testNewShop = test.extend<{ newShop: { folder: string; origin: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for it
  newShop: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "trowel-e2e-"));
    const place = `127.0.0.1:${await freePort()}`;
    const args = ["serve", "--listen", place, "--public-url", `http://${place}`, "--data", folder];
    const server = await ServerProcess.start(BINARY, args, /Trowel is open at (http:\/\/\S+)/);
    await use({ folder, origin: server.origin });
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ newShop }, use) => use(newShop.origin),
});

async function makeOwner(page: Page, folder: string) {
  const owner = { name: "Olive", email: "olive@example.com", password: "moss-and-fern" };
  const signedUp = await page.request.post("/api/identity/sign-up", { data: owner });
  expect(signedUp.status()).toBe(200);
  await promisify(execFile)(BINARY, ["admin", "grant", owner.email, "--data", folder]);
  return owner;
}

for (const [path, late] of [
  ["/dashboard/figures", "**/api/manageShop/tasks"],
  ["/dashboard/account", "**/api/admin/*"],
] as const)
  testNewShop(
    `what comes late moves nothing on a phone: ${path}`,
    async ({ page, newShop: { folder }, user }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await watchLayout(page);
      const release = await user.holdResponses(late);
      await user.signInAs(await makeOwner(page, folder), path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      release();
      await expect(page.getByText("Your shop is not open yet.")).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(await movedBy(page)).toBeLessThan(0.02);
    },
  );

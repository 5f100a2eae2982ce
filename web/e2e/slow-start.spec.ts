import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";

const SLOW = "This is taking longer than usual.";
/** What the app has on this page, and its shell has not. */
const appHeading = (page: Page) => page.getByRole("heading", { level: 1, name: "Login" });
const note = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

for (const [what, file] of [
  ["script", "**/assets/index-*.js"],
  ["code", "**/assets/start-*.js"],
] as const)
  test(
    `a shop whose ${what} does not come says so, and opens when it comes`,
    ON_PHONE_TOO,
    async ({ page, user }) => {
      const release = await user.holdResponses(file);
      await page.clock.install();
      await page.goto("/login", { waitUntil: "commit" });
      await expect(page.locator(".shell").first()).toBeVisible();
      await expect(note(page, SLOW)).toHaveCount(0);
      await page.clock.runFor(10_000);
      await expect(note(page, SLOW)).toBeInViewport();
      await expect(note(page, SLOW).getByRole("button", { name: "Try again" })).toBeVisible();
      release();
      await expect(appHeading(page)).toBeVisible({ timeout: 30_000 });
      await expect(page.locator(".shell")).toHaveCount(0);
    },
  );

test("Try again loads the page again", async ({ page }) => {
  let requests = 0;
  await page.route("**/assets/index-*.js", (route) => {
    requests += 1;
    // The first one is never answered.
    return requests === 1 ? undefined : route.continue();
  });
  await page.clock.install();
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.locator(".shell").first()).toBeVisible();
  await page.clock.runFor(10_000);
  await note(page, SLOW).getByRole("button", { name: "Try again" }).click();
  await expect(appHeading(page)).toBeVisible({ timeout: 30_000 });
});

test("styles that do not come do not hide the sentence", async ({ page, user }) => {
  const release = await user.holdResponses("**/assets/index-*.css");
  await page.clock.install();
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.locator(".shell").first()).toBeAttached();
  await page.clock.runFor(10_000);
  await expect(note(page, SLOW)).toBeVisible();
  // The app starts without the styles, too. It uses them when they come.
  await expect(appHeading(page)).toBeVisible({ timeout: 30_000 });
  release();
  await expect(page.locator('link[media="print"]')).toHaveCount(0);
});

for (const file of ["index", "start"])
  test(`a page whose ${file} file failed once is loaded again by itself`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expect(/ERR_FAILED GET/);
    if (file === "start") consoleErrors.expect(/dynamically imported module/);
    let failures = 0;
    await page.route(`**/assets/${file}-*.js`, (route) => {
      // The preload in the head asks as well.
      const isFirst = page.url() !== "" && failures < (file === "start" ? 2 : 1);
      if (isFirst) failures += 1;
      return isFirst ? route.abort() : route.continue();
    });
    await page.goto("/login", { waitUntil: "commit" });
    await expect(appHeading(page)).toBeVisible({ timeout: 30_000 });
    expect(failures).toBeGreaterThan(0);
  });

test("a page whose script fails again says so, and can be tried again", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED GET/);
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await page.route("**/assets/index-*.js", (route) => route.abort());
  await page.goto("/login", { waitUntil: "commit" });
  await expect(note(page, SLOW)).toBeVisible();
  expect(loads).toBe(2);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(appHeading(page)).toBeVisible({ timeout: 30_000 });
});

test("a visitor without a connection keeps the page and reads why", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED GET/);
  let opened = false;
  await page.route("**/*", (route) => {
    if (opened && !/css|woff2/.test(route.request().url()))
      return route.abort("internetdisconnected");
    opened = true;
    return route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await expect(note(page, SLOW)).toBeVisible();
  expect(page.url()).toMatch(/\/login$/);
});

test("the next page that does not come says so, and can be tried again", async ({
  page,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^(?:console|uncaught): .*Error/);
  await page.goto("/tool");
  const release = await user.holdResponses("**/assets/BlogsPage-*.js");
  await page.clock.install();
  await user.goTo("Blogs");
  await page.clock.runFor(30_000);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page did not load");
  release();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
});

test("data that does not come says so", async ({ page, user, shop }) => {
  await user.signInAs(await shop.customer(), "/privacy");
  const release = await user.holdResponses("**/api/identity/session");
  await page.clock.install();
  await page.goto("/dashboard/myOrders", { waitUntil: "commit" });
  await expect(page.getByRole("status")).toBeVisible({ timeout: 30_000 });
  await page.clock.runFor(10_000);
  await expect(page.getByText(SLOW)).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders");
});

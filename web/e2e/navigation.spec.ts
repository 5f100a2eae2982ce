import { expect, ON_PHONE_TOO, test, testIsolated } from "./fixtures.ts";

test("the navigation bar marks the current page and its subpages", async ({ page, shop, user }) => {
  const tool = await shop.toolAt(0);
  const bar = page.getByRole("navigation", { name: "Main", includeHidden: true });
  const marked = bar.locator("[aria-current]");
  await user.signInAs(await shop.customer(), "/home");
  for (const [path, name] of [
    ["/home", "Home"],
    ["/", "Home"],
    ["/tool", "All Tools"],
    [`/tools/${tool._id}`, "All Tools"],
    ["/blogs", "Blogs"],
    ["/portfolio", "My Portfolio"],
    ["/dashboard", "Dashboard"],
    ["/dashboard/myOrders", "Dashboard"],
  ] as const) {
    await page.goto(path);
    await expect(marked, path).toHaveText([name]);
  }
});

test("Back restores the scroll position", async ({ page }) => {
  await page.goto("/tool");
  const card = page.getByRole("article").last();
  await card.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(1000);
  await page.getByRole("contentinfo").getByRole("link").first().click();
  await expect(page).toHaveURL("/home");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();

  const before = await page.evaluate(() => history.length);
  await page.goBack();
  await expect(page).toHaveURL("/tool");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(before);
  await expect(card).toBeInViewport();
});

test("the small-screen menu opens, closes on Escape and after a choice", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Main" });
  const menu = bar.getByRole("button", { name: "Menu" });
  const blogs = bar.getByRole("link", { name: "Blogs" });
  await expect(blogs).toBeHidden();
  await menu.click();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await blogs.focus();
  await page.keyboard.press("Escape");
  await expect(blogs).toBeHidden();
  await expect(menu).toBeFocused();

  await menu.click();
  await blogs.click();
  await expect(page).toHaveURL("/blogs");
  await expect(blogs).toBeHidden();
});

test("the dashboard sidebar opens and closes by its toggle, and closes after a choice", async ({
  page,
  shop,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await user.signInAs(await shop.customer());
  const sidebar = page.getByRole("navigation", { name: "Dashboard" });
  const toggle = sidebar.getByRole("button", { name: "Dashboard menu" });
  const orders = sidebar.getByRole("link", { name: "My Orders" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await expect(orders).toBeHidden();
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(orders).toBeVisible();
  await toggle.click();
  await expect(orders).toBeHidden();

  await toggle.click();
  await orders.click();
  await expect(page).toHaveURL("/dashboard/myOrders");
  await expect(orders).toBeHidden();

  await page.setViewportSize({ width: 1366, height: 900 });
  await expect(toggle).toBeHidden();
  await expect(orders).toBeVisible();
});

test("a phone has All Tools in the header, and the dashboard in the menu", async ({
  page,
  shop,
  user,
}) => {
  // Narrower ones have it in the menu, beside the search.
  await page.setViewportSize({ width: 344, height: 640 });
  await user.signInAs(await shop.customer());
  const bar = page.getByRole("navigation", { name: "Main" });
  const allTools = bar.getByRole("link", { name: "All Tools" });
  await expect(bar.getByRole("button", { name: "Sign Out", exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(bar.getByRole("button", { name: "Menu" })).toBeInViewport({ ratio: 1 });
  await bar.getByRole("button", { name: "Menu" }).click();
  await expect(bar.getByRole("link")).toHaveText([
    "All Tools",
    ...["Home", "Blogs", "My Portfolio", "Dashboard"],
    ...["Users Profile", "My Orders", "Reviews"],
  ]);
  await expect(bar.getByRole("button", { name: "Change between light and dark" })).toBeVisible();
  await bar.getByRole("link", { name: "My Orders" }).click();
  await expect(page).toHaveURL("/dashboard/myOrders");
  await allTools.click();
  await expect(page).toHaveURL("/tool");
});

test("header and first words are painted before the script runs, where the app has them", async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await user.holdResponses("**/assets/index-*.js");
  await page.goto("/blogs", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
  const home = page.getByRole("link", { name: "Trowel, home" });
  const tools = page.getByRole("link", { name: "All Tools" }).first();
  await expect(home).toBeVisible();
  await expect(page.getByText("Gardening and yard care tools, sold")).toBeVisible();
  const painted = [await home.boundingBox(), await tools.boundingBox()];
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
  expect([await home.boundingBox(), await tools.boundingBox()]).toEqual(painted);
});

test(
  "the first view is painted before the code runs, from the same files as in the app",
  ON_PHONE_TOO,
  async ({ page, user }) => {
    for (const { path, first } of [
      { path: "/", first: page.getByRole("img", { name: /^A potting bench/ }) },
      { path: "/tool", first: page.locator("img[width='350']").first() },
      { path: "/allReview", first: page.getByRole("blockquote").first() },
    ]) {
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      const release = await user.holdResponses("**/assets/start-*.js");
      await page.goto(path, { waitUntil: "commit" });
      // The browser measures without the style sheet before the first paint.
      await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
      await expect(first).toBeVisible();
      const { x, width } = (await first.boundingBox()) ?? {};
      release();
      await expect(page.getByRole("contentinfo")).toBeVisible();
      await expect(first).toBeVisible();
      expect(await first.boundingBox(), path).toMatchObject({ x, width });
      await expect(page.locator(".shell")).toHaveCount(0);
      expect(requested.toSorted(), path).toEqual([...new Set(requested)].toSorted());
      page.removeAllListeners("request");
    }
  },
);

testIsolated(
  "the app takes over the HTML of the server without a change",
  async ({ page, consoleErrors, isolatedShop: shop, user }) => {
    consoleErrors.expect(/^4(?:04|10) GET /);
    const [tool, removed] = [await shop.toolAt(0), await shop.toolAt(1)];
    const admin = await shop.admin();
    const category = await admin.categorize(tool, "Spades");
    await admin.deleteTool(removed);
    await user.signInAs(await shop.customer());
    await expect.poll(() => user.token()).toBeTruthy();
    for (const path of [
      ...["/", "/tool", "/tool?q=steel&inStock=true", `/tool/${tool.slug}`, category],
      ...["/allReview", "/blogs", "/portfolio", "/privacy"],
      ...["/nowhere?a=b", "/tool/not%20here", "/category/nothing", `/tool/${removed.slug}`],
    ]) {
      const release = await user.holdResponses("**/assets/start-*.js");
      await page.goto(path, { waitUntil: "commit" });
      await page.locator("footer").evaluate((footer) => footer.setAttribute("data-kept", ""));
      await expect(
        page.getByRole("link", { name: "Login" }),
        "while the session loads",
      ).toBeHidden();
      release();
      await expect(page.getByRole("button", { name: "Sign Out", exact: true }), path).toBeVisible();
      await expect(
        page.locator("#root:not([data-rendered]) footer[data-kept]"),
        path,
      ).toBeAttached();
    }
  },
);

test("a button that is pressed before the app runs is pressed when it does", async ({
  page,
  user,
}) => {
  const release = await user.holdResponses("**/assets/start-*.js");
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Subscribe Now" }).click();
  release();
  await expect(page.getByRole("dialog", { name: "Subscription done!" })).toBeVisible();
});

test("filters that are chosen before the app runs apply when it does", async ({ page, user }) => {
  const release = await user.holdResponses("**/assets/start-*.js");
  await page.goto("/tool", { waitUntil: "commit" });
  const main = page.getByRole("main");
  await main.getByRole("combobox", { name: "Search" }).fill("hoe");
  await main.getByLabel("Sort by").selectOption("Price, high to low");
  release();
  await expect(page).toHaveURL(/[?&]q=hoe(&|$)/);
  await expect(page).toHaveURL(/[?&]sort=-price(&|$)/);
  await expect(main.getByLabel("Sort by")).toHaveValue("-price");
});

test("the three projects of the portfolio link to existing pages", async ({ page, request }) => {
  await page.goto("/portfolio");
  const projects = page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link");
  await expect(projects).toHaveCount(3);
  for (const project of await projects.all()) {
    const address = (await project.getAttribute("href")) ?? "";
    expect((await request.get(address)).status(), address).toBe(200);
  }
});

import { expect, ON_PHONE_TOO, test, testIsolated } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });
testIsolated.use({ javaScriptEnabled: false });

testIsolated(
  "a visitor without JavaScript finds tools and reviews",
  ON_PHONE_TOO,
  async ({ page, isolatedShop: shop }) => {
    const tools = await shop.latestTools(100);
    const tool = await shop.toolAt(3);
    await (await shop.admin()).categorize(tool, "Hoes");
    const bar = page.getByRole("navigation", { name: "Main" });
    const cards = page.getByRole("main").getByRole("article");

    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Loading")).toBeHidden();
    await expect(bar.getByRole("link", { name: "Login" })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Blogs" })).toBeVisible();
    await expect(bar.getByRole("button")).toHaveCount(0);
    await expect(cards).toHaveCount(6);

    await bar.getByRole("link", { name: "All Tools" }).click();
    await expect(page).toHaveURL("/tool");
    await expect(cards).toHaveCount(tools.length);
    await page.getByRole("combobox", { name: "Search" }).fill(tool.name);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/tool\?q=/);
    await expect(page.getByText(/^\d+ tools? found$/)).toBeVisible();

    await page.goto("/blogs");
    await page.getByRole("searchbox", { name: "Search tools" }).fill(tool.name);
    await page.getByRole("button", { name: "Search tools" }).click();
    await expect(page).toHaveURL(/\/tool\?q=/);
    await expect(page.getByText(/^\d+ tools? found$/)).toBeVisible();
    await cards.getByRole("link", { name: tool.name, exact: true }).click();
    await expect(page).toHaveURL(`/tool/${tool.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(tool.name);
    await expect(page.getByText(tool.description)).toBeVisible();

    const above = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last();
    await above.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hoes");
    await expect(cards.getByRole("link", { name: tool.name, exact: true })).toBeVisible();

    await page.getByRole("link", { name: "Trowel, home" }).click();
    await page.getByRole("link", { name: "All Reviews" }).click();
    await expect(page).toHaveURL("/allReview");
    await expect(page.getByRole("figure").first()).toBeVisible();
  },
);

test("filters and sorting work without JavaScript", ON_PHONE_TOO, async ({ page }) => {
  const main = page.getByRole("main");
  await page.goto("/tool");
  await main.getByRole("checkbox", { name: "In stock only" }).check();
  await main.getByRole("textbox", { name: "Price to" }).fill("$30");
  await main.getByLabel("Sort by").selectOption("Price, high to low");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/[?&]sort=-price(&|$)/);
  await expect(main.getByText(/^\d+ tools found$/)).toBeVisible();
  await expect(main.getByRole("textbox", { name: "Price to" })).toHaveValue("$30");
  await expect(main.getByLabel("Sort by")).toHaveValue("-price");
  const prices = await main
    .getByRole("article")
    .getByText(/^Price \$/)
    .allInnerTexts();
  const amounts = prices.map((price) => Number(price.replace(/[^\d.]/g, "")));
  expect(amounts.length).toBeGreaterThan(1);
  expect(amounts).toEqual(amounts.filter((amount) => amount <= 30).toSorted((a, b) => b - a));

  await main.getByRole("combobox", { name: "Search" }).fill("fork");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=fork/);
  await expect(main.getByText(/^\d+ tools? found$/)).toBeVisible();
});

test(
  "a search without a result leads to similar ones without JavaScript",
  ON_PHONE_TOO,
  async ({ page }) => {
    const main = page.getByRole("main");
    await page.goto("/tool?q=whelbarow&inStock=true");
    await expect(main.getByText("Did you mean")).toBeVisible();
    await main.getByRole("link", { name: "wheelbarrow" }).click();
    await expect(page).toHaveURL("/tool?q=wheelbarrow&inStock=true");
    await expect(main.getByRole("article")).not.toHaveCount(0);
    await page.goto("/tool?q=zzzz");
    await main.getByRole("link", { name: "Show all tools" }).click();
    await expect(page).toHaveURL("/tool");
  },
);

testIsolated(
  "a page that is missing says so without JavaScript, and leads on",
  ON_PHONE_TOO,
  async ({ page, consoleErrors, isolatedShop: shop }) => {
    consoleErrors.expect(/^4(?:04|10) GET /);
    const removed = await shop.toolAt(0);
    await (await shop.admin()).deleteTool(removed);
    for (const [path, status, words] of [
      ["/nowhere", 404, "Nothing grows here"],
      ["/tool/nothing", 404, "We don’t have this tool"],
      ["/category/nothing", 404, "We don’t have this category"],
      [`/tool/${removed.slug}`, 410, "This tool is no longer for sale"],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(status);
      await expect(page.getByRole("heading", { name: words }), path).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "All Tools" }).click();
      await expect(page).toHaveURL("/tool");
    }
  },
);

test(
  "a basket is filled and changed without JavaScript",
  ON_PHONE_TOO,
  async ({ page, shop, consoleErrors }) => {
    consoleErrors.expect(/^422 POST .*\/basket/);
    const tools = await shop.latestTools(6);
    const [first, second] = tools.filter((tool) => tool.availableQuantity > tool.minimumQuantity);
    if (!first || !second) throw new Error("the demo has too few tools");
    const main = page.getByRole("main");
    const quantity = main.getByRole("textbox", { name: `Quantity of ${first.name}` });

    await page.goto("/");
    const qst = await shop.taxIn("QC", "QST");
    await main
      .getByRole("article")
      .filter({ hasText: first.name })
      .getByRole("button", { name: /^Add .*to basket/ })
      .click();
    await expect(page).toHaveURL("/basket");
    await expect(quantity).toHaveValue(String(first.minimumQuantity));
    await expect(main.getByText("Loading your basket")).toBeHidden();
    await expect(main.getByText(/^Payment needs JavaScript/)).toBeVisible();

    await page.goto(`/tool/${second.slug}`);
    await main.getByRole("textbox", { name: "Quantity" }).fill(String(second.minimumQuantity + 1));
    await main.getByRole("button", { name: "Add to basket" }).click();
    await expect(main.getByRole("listitem")).toHaveCount(2);

    await main.getByLabel("Province or territory").selectOption("");
    await main.getByLabel("Postal code").fill("h2x1y4");
    await main.getByRole("button", { name: "Calculate" }).click();
    await expect(main.getByText(qst.title)).toBeVisible();
    await expect(main.getByLabel("Province or territory")).toHaveValue("QC");

    await quantity.fill("0.5");
    await main.getByRole("button", { name: `Update ${first.name}` }).click();
    await expect(main.getByRole("alert")).toHaveText(/^The quantity must be between/);
    await quantity.fill(String(first.minimumQuantity + 2));
    await main.getByRole("button", { name: `Update ${first.name}` }).click();
    await expect(quantity).toHaveValue(String(first.minimumQuantity + 2));
    await expect(main.getByText(qst.title), "the place stays").toBeVisible();
    await main.getByRole("button", { name: `Remove ${first.name}` }).click();
    await main.getByRole("button", { name: `Remove ${second.name}` }).click();
    await expect(main.getByText("Your basket is empty")).toBeVisible();
  },
);

test("every other public page can be read without JavaScript", async ({ page }) => {
  for (const [path, words] of [
    ["/blogs", "prototypal inheritance"],
    ["/portfolio", "Education"],
    ["/privacy", "Privacy"],
    ["/terms", "Terms of sale"],
    ["/returns", "Returns"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(words).first(), path).toBeVisible();
  }
});

test(
  "a page that needs JavaScript says so in its main, and leads on",
  ON_PHONE_TOO,
  async ({ page }) => {
    for (const path of ["/checkout", "/login", "/dashboard"]) {
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(main, path).toHaveCount(1);
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(
        "This page needs JavaScript",
      );
      await expect(page.locator("noscript")).toBeVisible();
      await expect(main.getByRole("link", { name: "All Tools" })).toHaveAttribute("href", "/tool");
      await main.getByRole("link", { name: "Basket" }).click();
      await expect(page).toHaveURL("/basket");
    }
  },
);

import { expectAccessible } from "./a11y.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";

const HOUR = 3_600_000;

const shown = (page: Page) => page.getByRole("article").getByRole("heading", { level: 2 });
const count = (page: Page) => page.getByRole("status").filter({ hasText: /tool/ });
const search = (page: Page) => page.getByRole("combobox", { name: "Search" });
const inUse = (page: Page) => page.getByRole("list", { name: "Filters in use" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const inStock = (page: Page) => page.getByRole("checkbox", { name: "In stock only" });

/** A phone hides the filters behind a button. */
async function openFilters(page: Page) {
  const button = page.getByRole("button", { name: /^Filters/ });
  await expect(search(page)).toBeVisible();
  if ((await button.isVisible()) && (await button.getAttribute("aria-expanded")) === "false")
    await button.click();
}

const openAll = async (page: Page) => {
  await page.goto("/tool");
  await expect(count(page)).toHaveText("30 tools");
};

test("all tools are preloaded and not requested again", async ({ page, shop }) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/tools")) requested.push(request.url());
  });
  await openAll(page);
  await expect(shown(page)).toHaveText((await shop.latestTools(100)).map(({ name }) => name));
  await expect(inUse(page)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(requested).toEqual([]);
});

test("a search runs while typing, is in the address, and Back undoes it in one step", async ({
  page,
}) => {
  await openAll(page);
  await search(page).pressSequentially("secat", { delay: 30 });
  await expect(shown(page)).toHaveText(["Bypass Secateurs No. 8"]);
  await expect(count(page)).toHaveText("1 tool found");
  await expect(page).toHaveURL("/tool?q=secat");
  await search(page).pressSequentially("eurs", { delay: 30 });
  await expect(page).toHaveURL("/tool?q=secateurs");
  await expect(search(page)).toBeFocused();

  await page.reload();
  await expect(search(page)).toHaveValue("secateurs");
  await expect(shown(page)).toHaveText(["Bypass Secateurs No. 8"]);

  await page.goBack();
  await expect(page).toHaveURL("/tool");
  await expect(search(page)).toHaveValue("");
  await expect(count(page)).toHaveText("30 tools");

  await page.goForward();
  await expect(search(page)).toHaveValue("secateurs");
  await expect(shown(page)).toHaveText(["Bypass Secateurs No. 8"]);
});

test("a search is sent when typing pauses, not with every key", async ({ page }) => {
  await page.clock.install();
  await openAll(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/tools") requested.push(searchParams.get("q") ?? "");
  });
  await page.clock.pauseAt(Date.now() + HOUR);
  await search(page).pressSequentially("wheelbarrow");
  await expect(search(page)).toHaveValue("wheelbarrow");
  expect(requested).toEqual([]);
  await page.clock.resume();
  await expect(shown(page)).toHaveText([/^Steel-Tray Wheelbarrow/]);
  expect(requested).toEqual(["wheelbarrow"]);
});

test("each filter narrows the list without a submit", ON_PHONE_TOO, async ({ page, shop }) => {
  const tools = await shop.latestTools(100);
  const namesWhere = (fits: (tool: (typeof tools)[number]) => boolean) =>
    tools.filter(fits).map(({ name }) => name);
  await openAll(page);
  await openFilters(page);

  await test.step("in stock", async () => {
    await inStock(page).check();
    await expect(page).toHaveURL("/tool?inStock=true");
    const names = namesWhere((tool) => tool.availableQuantity >= tool.minimumQuantity);
    expect(names.length).toBeLessThan(tools.length);
    await expect(shown(page)).toHaveText(names);
    await expect(inStock(page)).toBeFocused();
    await inStock(page).uncheck();
    await expect(page).toHaveURL("/tool");
  });

  await test.step("minimum quantity", async () => {
    await field(page, "Smallest order up to").fill("4");
    await expect(shown(page)).toHaveText(namesWhere((tool) => tool.minimumQuantity <= 4));
    await expect(page).toHaveURL("/tool?maxMinimum=4");
    await field(page, "Smallest order up to").fill("");
    await expect(page).toHaveURL("/tool");
  });

  await test.step("a range of prices", async () => {
    await field(page, "Price from").fill("$40");
    await field(page, "Price to").fill("49,00");
    await expect(shown(page)).toHaveText(namesWhere(({ price }) => price >= 40 && price <= 49));
    await expect(inUse(page).getByRole("button")).toHaveText([
      "Clear filter From $40.00",
      "Clear filter Up to $49.00",
      "Clear all",
    ]);
    await expect(field(page, "Price to")).toBeFocused();
  });
});

test(
  "suggestions are chosen with the keyboard, and none blocks Enter",
  ON_PHONE_TOO,
  async ({ page }) => {
    await openAll(page);
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    const chosen = options.and(page.locator("[aria-selected=true]"));
    await search(page).pressSequentially("prun", { delay: 30 });
    await expect(options).toHaveText(["Bypass Secateurs No. 8", "Curved Pruning Saw, 33 cm"]);
    await expect(search(page)).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("status").filter({ hasText: "2 suggestions" })).toBeAttached();
    await expectAccessible(page);

    await search(page).press("ArrowUp");
    await expect(chosen).toHaveText("Curved Pruning Saw, 33 cm");
    await expect(search(page)).toHaveAttribute(
      "aria-activedescendant",
      (await chosen.getAttribute("id")) ?? "",
    );
    await search(page).press("ArrowDown");
    await expect(chosen).toHaveCount(0);
    await search(page).press("Escape");
    await expect(options).toHaveCount(0);
    await expect(search(page)).toHaveValue("prun");

    await search(page).press("ArrowDown");
    await expect(options).toHaveCount(2);
    await search(page).press("Enter");
    await expect(options).toHaveCount(0);
    await expect(search(page)).toHaveValue("prun");
    await expect(count(page)).toHaveText("2 tools found");

    await search(page).press("ArrowDown");
    await search(page).press("ArrowDown");
    await search(page).press("Enter");
    await expect(search(page)).toHaveValue("Bypass Secateurs No. 8");
    await expect(shown(page).first()).toHaveText("Bypass Secateurs No. 8");
    await expect(search(page)).toBeFocused();
  },
);

test("a suggested category opens its page from another category's page", async ({ page }) => {
  await page.goto("/category/cutting");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Cutting");
  await search(page).pressSequentially("digg", { delay: 30 });
  const suggestions = page.getByRole("listbox", { name: "Suggestions" });
  await suggestions.getByRole("option", { name: "Digging", exact: true }).click();
  await expect(page).toHaveURL("/category/digging");
  await expect(heading).toHaveText("Digging");
  await expect(count(page)).not.toContainText("found");
  await page.waitForLoadState("networkidle");
  await page.goBack();
  await expect(page).toHaveURL("/category/cutting?q=digg");
});

test("each range says how many tools it has, and a second press removes it", async ({
  page,
  shop,
}) => {
  const tools = await shop.latestTools(100);
  await openAll(page);
  const price = page.getByRole("group", { name: "Price" }).getByRole("button");
  await expect(price.first()).toHaveText(/^Under \$\d+ \(\d+\)$/);
  const [, limit, number] =
    /\$(\d+) \((\d+)\)/.exec((await price.first().textContent()) ?? "") ?? [];
  expect(tools.filter((tool) => tool.price < Number(limit))).toHaveLength(Number(number));
  await price.first().click();
  await expect(count(page)).toHaveText(`${number} tools found`);
  await expect(price.first()).toHaveAttribute("aria-pressed", "true");
  const minimum = page.getByRole("group", { name: "Smallest order" }).getByRole("button");
  const few = tools.filter((tool) => tool.price < Number(limit) && tool.minimumQuantity <= 10);
  await expect(minimum.filter({ hasText: "Up to 10" })).toContainText(`(${few.length})`);
  await price.first().click();
  await expect(page).toHaveURL("/tool");
});

test("a search without a result names similar ones", async ({ page }) => {
  await page.goto("/tool?q=whelbarow");
  await page.getByRole("link", { name: "wheelbarrow" }).click();
  await expect(shown(page)).toHaveText([/^Steel-Tray Wheelbarrow/]);
  await expect(search(page)).toBeFocused();
  await search(page).fill("broadfork terracotta");
  await expect(page.getByText("No tool matches all your words.")).toBeVisible();
  await page.getByRole("link", { name: "terracotta", exact: true }).click();
  await expect(shown(page).first()).toHaveText(/^Terracotta Pots/);
});

test("a search shows the best match first, until another order is chosen", async ({ page }) => {
  await page.goto("/tool?q=shovel");
  await expect(shown(page).first()).toHaveText("Treaded Digging Spade");
  const order = page.getByRole("combobox", { name: "Sort by" });
  await expect(order.locator("option:checked")).toHaveText("Best match");
  await order.selectOption("Newest first");
  await expect(page).toHaveURL("/tool?q=shovel&sort=newest");
  await search(page).fill("");
  await expect(page).toHaveURL("/tool");
  await expect(order.locator("option:checked")).toHaveText("Newest first");
});

test("the server sorts the tools, and Back undoes each choice", async ({ page, shop }) => {
  const tools = await shop.latestTools(100);
  const prices = tools.map(({ price }) => price).sort((one, other) => one - other);
  const pricesShown = async () =>
    (
      await page
        .getByRole("article")
        .getByText(/^Price \$/)
        .allTextContents()
    ).map((text) => Number(text.replace(/[^\d.]/g, "")));
  await openAll(page);
  const order = page.getByRole("combobox", { name: "Sort by" });
  await expect(order.locator("option:checked")).toHaveText("Newest first");

  await order.focus();
  await order.selectOption("Price, low to high");
  await expect(page).toHaveURL("/tool?sort=price");
  await expect.poll(pricesShown).toEqual(prices);
  await order.selectOption("Price, high to low");
  await expect.poll(pricesShown).toEqual(prices.toReversed());
  await order.selectOption("Name, A to Z");
  await expect(shown(page).first()).toHaveText("Ash-Handled Hedge Shears");
  await expect(order).toBeFocused();
  await expect(count(page)).toHaveText("30 tools");

  await page.goBack();
  await expect(order).toHaveValue("-price");
  await expect.poll(pricesShown).toEqual(prices.toReversed());
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL("/tool");
  await expect(order.locator("option:checked")).toHaveText("Newest first");
});

test("a chip removes its filter, Clear all removes every filter, and the focus stays", async ({
  page,
}) => {
  await page.goto("/tool?q=steel&inStock=true&maxMinimum=50&sort=name");
  const chips = inUse(page).getByRole("button");
  await expect(chips).toHaveText([
    "Clear filter “steel”",
    "Clear filter Smallest order up to 50",
    "Clear filter In stock",
    "Clear all",
  ]);
  await expect(shown(page).first()).toBeVisible();
  const before = await shown(page).count();

  await chips.filter({ hasText: "Smallest order" }).click();
  await expect(page).toHaveURL("/tool?q=steel&inStock=true&sort=name");
  await expect(chips).toHaveCount(3);
  await expect(chips.filter({ hasText: "In stock" })).toBeFocused();
  await expect.poll(() => shown(page).count()).toBeGreaterThanOrEqual(before);

  await chips.filter({ hasText: "steel" }).click();
  await expect(search(page)).toHaveValue("");
  await expect(page).toHaveURL("/tool?inStock=true&sort=name");

  await chips.filter({ hasText: "Clear all" }).click();
  await expect(page).toHaveURL("/tool?sort=name");
  await expect(count(page)).toHaveText("30 tools");
  await expect(inUse(page)).toHaveCount(0);
  await expect(search(page)).toBeFocused();
});

test("a search without results offers all tools", async ({ page }) => {
  await openAll(page);
  await search(page).fill("tractor");
  await expect(page.getByRole("heading", { name: "No tools match" })).toBeVisible();
  await expect(count(page)).toHaveText("0 tools found");
  await page.getByRole("link", { name: "Show all tools" }).click();
  await expect(page).toHaveURL("/tool");
  await expect(count(page)).toHaveText("30 tools");
  await expect(search(page)).toBeFocused();
});

test("an invalid filter in a link is reported beside its field, and the other filters apply", async ({
  page,
}) => {
  await page.goto("/tool?q=fork&priceMin=abc&maxMinimum=a+dozen&sort=weight");
  await expect(field(page, "Price from")).toHaveValue("abc");
  await expect(field(page, "Price from")).toHaveAccessibleDescription(
    "Enter an amount, like 24.50",
  );
  await expect(field(page, "Smallest order up to")).toHaveAccessibleDescription(
    "Enter a whole number",
  );
  await expect(page.getByRole("article").first()).toContainText("Fork");
  await expect(inUse(page).getByRole("button")).toHaveText(["Clear filter “fork”", "Clear all"]);

  await field(page, "Price from").fill("20");
  await expect(field(page, "Price from")).toHaveAccessibleDescription("");
  await field(page, "Price to").fill("10");
  await expect(field(page, "Price to")).toHaveAccessibleDescription(
    "Must not be lower than “Price from”",
  );
});

test("the previous results stay, dimmed, until the next ones arrive", async ({ page, user }) => {
  await openAll(page);
  const release = await user.holdResponses("**/api/tools?*");
  await search(page).fill("cloche");
  await expect(page).toHaveURL("/tool?q=cloche");
  const results = page.locator("[aria-busy=true]");
  await expect(results.getByRole("article")).toHaveCount(30);
  release();
  await expect(shown(page)).toHaveText([/Glass Bell Cloche/]);
  await expect(results).toHaveCount(0);
});

test("the empty-catalogue message does not flash while all tools load", async ({ page, user }) => {
  await page.goto("/tool?q=zzz");
  await expect(count(page)).toHaveText("0 tools found");
  const release = await user.holdResponses("**/api/tools?*");
  await page.getByRole("link", { name: "Show all tools" }).click();
  await expect(page).toHaveURL("/tool");
  await expect(page.locator("[aria-busy=true]")).toContainText("No tools match");
  await expect(count(page)).toHaveText("0 tools found");
  release();
  await expect(count(page)).toHaveText("30 tools");
});

test("a failed search can be tried again", async ({ page, consoleErrors }) => {
  consoleErrors.expect(/^net::ERR_CONNECTION_REFUSED GET .*\/api\/tools\?/);
  await openAll(page);
  await page.route("**/api/tools?*", (route) => route.abort("connectionrefused"));
  await search(page).fill("cloche");
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible({ timeout: 15_000 });
  await expect(search(page)).toHaveValue("cloche");
  await page.unroute("**/api/tools?*");
  await retry.click();
  await expect(shown(page)).toHaveText([/Glass Bell Cloche/]);
});

test("a placeholder has the colour of quiet text, which is readable", async ({ page }) => {
  await page.goto("/tool");
  const colourOf = (element: Element, part?: string) => getComputedStyle(element, part).color;
  const search = page.getByRole("main").getByPlaceholder("Search all tools");
  const quiet = page.getByRole("main").locator(".text-quiet").first();
  expect(await search.evaluate(colourOf, "::placeholder")).toBe(await quiet.evaluate(colourOf));
});

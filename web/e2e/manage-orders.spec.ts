import { readFile } from "node:fs/promises";
import { ADMIN, expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import { ordersOf } from "./orders-table.ts";
import type { Order, Shop } from "./shop.ts";

const fail = () => {
  throw new Error("the button is not visible");
};

const count = (page: Page, text: string) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: text })).toBeVisible();

const state = (page: Page, name: string) =>
  page.getByRole("group", { name: "State" }).getByText(name, { exact: true });

test(
  "orders are filtered by buyer and by state, and the filter is in the address",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const buyer = await shop.customer();
    const { api } = buyer;
    const [unpaid, paid, shipped] = [
      await shop.toolAt(23),
      await shop.toolAt(24),
      await shop.toolAt(26),
    ];
    const { number } = await api.placeOrder(unpaid);
    await api.pay(await api.placeOrder(paid));
    await (await shop.admin()).ship(await api.pay(await api.placeOrder(shipped)));

    await user.signInAs(ADMIN, "/dashboard/manageOrders");
    const rows = page.getByRole("table", { name: "All orders" }).getByRole("row");
    const search = page.getByRole("searchbox", {
      name: "Search by buyer, phone, e-mail, tool or order number",
    });
    await search.fill(buyer.email);
    await count(page, `3 orders with “${buyer.email}”`);
    await expect(rows).toHaveCount(4);
    await expect(page.getByRole("radio", { name: "All 3" })).toBeChecked();
    for (const name of [
      "Unpaid 1",
      "To ship 1",
      "Approved and shipped 1",
      "Refund under way 0",
      "Refunded 0",
    ])
      await expect(page.getByRole("radio", { name, exact: true })).toBeAttached();

    for (const [name, tool] of [
      ["Unpaid", unpaid],
      ["To ship", paid],
      ["Approved and shipped", shipped],
    ] as const)
      await test.step(name, async () => {
        await state(page, name).click();
        await count(page, `1 order, ${name.toLowerCase()}, with “${buyer.email}”`);
        await expect(user.row("All orders", tool.name)).toHaveCount(1);
        await expect(rows).toHaveCount(2);
      });
    const inAddress = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(inAddress).toEqual({ q: buyer.email, state: "shipped" });

    await page.goBack();
    await count(page, `1 order, to ship, with “${buyer.email}”`);
    await expect(search).toHaveValue(buyer.email);
    await expect(page.getByRole("radio", { name: /^To ship/ })).toBeChecked();

    await test.step("a shipped order stays until the next choice", async () => {
      const row = user.row("All orders", paid.name);
      await row.getByRole("button", { name: /^Ship/ }).click();
      await expect(row.getByText("Approved and shipped")).toBeFocused();
      await state(page, "Approved and shipped").click();
      await expect(rows).toHaveCount(2);
      await state(page, "To ship").click();
      await expect(page.getByText("No matching orders")).toBeVisible();
      await page.getByRole("link", { name: "Show all orders" }).click();
      await expect(page).toHaveURL("/dashboard/manageOrders");
      await expect(search).toHaveValue("");
    });

    await test.step("by the days of placing", async () => {
      await search.fill(buyer.email);
      const more = page.getByRole("button", { name: "More", exact: true });
      if (await more.isVisible()) await more.click();
      await page.getByLabel("Ordered until").fill("2020-01-31");
      await count(page, `0 orders on these days with “${buyer.email}”`);
      await page.getByLabel("Ordered until").fill("");
      await page.getByLabel("Ordered from").fill("2020-01-31");
      await count(page, `3 orders on these days with “${buyer.email}”`);
      await page.getByLabel("Ordered from").fill("");
    });

    await search.fill(`#${number}`);
    await expect(rows).toHaveCount(2);
    await expect(user.row("All orders", `Order #${number}`)).toBeVisible();

    await search.fill(unpaid.name);
    await expect(user.row("All orders", buyer.email, unpaid.name)).toBeVisible();
  },
);

test("header and sidebar have the places of other pages", async ({ page, user }) => {
  const places = () =>
    Promise.all(
      ["Main", "Dashboard"].map(async (name) => {
        const box = await page.getByRole("navigation", { name }).boundingBox();
        return [box?.x, box?.y];
      }),
    );
  await user.signInAs(ADMIN, "/dashboard/books");
  await expect(page.getByRole("link", { name: "Manage Orders" })).toBeVisible();
  const before = await places();
  await user.goToInDashboard("Manage Orders");
  await expect(page.getByRole("searchbox")).toBeVisible();
  expect(await places()).toEqual(before);
});

const statuses = async (admin: { allOrders(): Promise<Order[]> }, { email }: { email: string }) => {
  const orders = (await admin.allOrders()).filter((order) => order.customerEmail === email);
  return orders.map(({ status }) => status);
};

/** Ten paid orders of one customer, to `0 Fern Lane` and so on. */
async function buyerOfTen(shop: Shop, street: string) {
  const tool = await shop.toolAt(23);
  const buyer = await shop.customer();
  for (let count = 0; count < 10; count += 1)
    await buyer.api.pay(
      await buyer.api.placeOrder(tool, tool.minimumQuantity, `${count} ${street}`),
    );
  return buyer;
}

const presses = (page: Page, name: RegExp | string) =>
  page.getByRole("button", { name, disabled: false });

for (const gap of [60, 150])
  test(`a second press on Ship after ${gap} ms ships no second order`, async ({
    page,
    shop,
    user,
  }) => {
    const tool = await shop.toolAt(28);
    const buyer = await shop.customer();
    const admin = await shop.admin();
    for (let count = 0; count < 3; count += 1)
      await buyer.api.pay(await buyer.api.placeOrder(tool));
    await user.signInAs(ADMIN, `${ordersOf(buyer)}&state=pending`);
    const ship = presses(page, /^Ship the order/);
    await expect(ship).toHaveCount(3);

    const { x, y, width, height } = (await ship.first().boundingBox()) ?? fail();
    const next = await ship.nth(1).boundingBox();
    // `delay` is the time of each press and of the pause.
    const twice = { clickCount: 2, delay: gap / 2 };
    await page.mouse.click(x + width / 2, y + height / 2, twice);
    await expect(page.getByRole("cell").getByText("Approved and shipped")).toHaveCount(1);
    expect(await ship.first().boundingBox(), "no row has moved").toEqual(next);

    expect(await statuses(admin, buyer)).toEqual(["pending", "pending", "pending"]);
    await page.goto("/");
    const sorted = async () => (await statuses(admin, buyer)).sort();
    await expect.poll(sorted).toEqual(["Approved and shipped", "pending", "pending"]);
  });

test("after rows have moved, presses of the pointer are ignored for a moment", async ({
  page,
  shop,
  user,
}) => {
  const tool = await shop.toolAt(28);
  const buyer = await shop.customer();
  for (let count = 0; count < 3; count += 1) await buyer.api.placeOrder(tool);
  await user.signInAs(ADMIN, `${ordersOf(buyer)}&state=unpaid`);
  const remove = presses(page, /^Delete the order/);
  await expect(remove).toHaveCount(3);
  const box = (await remove.first().boundingBox()) ?? fail();
  await remove.first().click();
  const dialog = page.getByRole("dialog");
  // The moment is short, so the page itself notes what a press would hit when the rows change.
  const hit = await page.evaluateHandle(({ x, y, width, height }) => {
    const found: string[] = [];
    new MutationObserver((_, observer) => {
      observer.disconnect();
      const part = document.elementFromPoint(x + width / 2, y + height / 2);
      found.push(part?.closest("button")?.ariaLabel ?? "no button");
    }).observe(document.querySelector("tbody") ?? document, { childList: true });
    return found;
  }, box);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(remove).toHaveCount(2);
  expect(await hit.jsonValue()).toEqual(["no button"]);
  // Playwright waits until the button can be pressed.
  await remove.first().click();
  await expect(dialog).toBeVisible();
});

test(
  "the owner ships ten orders in three presses, and can undo that",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const buyer = await buyerOfTen(shop, "Fern Lane");
    await user.signInAs(ADMIN, ordersOf(buyer));
    await expect(page.getByText("7 Fern Lane")).toBeAttached();
    const table = page.getByRole("table", { name: "All orders" });
    const top = (await table.boundingBox())?.y;

    await state(page, "To ship").click();
    await count(page, `10 orders, to ship, with “${buyer.email}”`);
    expect((await table.boundingBox())?.y).toBe(top);
    const all = page.getByRole("checkbox", { name: "Select all" });
    await all.click();
    await page.getByRole("button", { name: "Ship 10 orders" }).click();
    await expect(table.getByText("Approved and shipped")).toHaveCount(10);
    expect((await table.boundingBox())?.y).toBe(top);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(table.getByText("Approved and shipped")).toHaveCount(0);

    await all.click();
    await page.getByRole("button", { name: "Ship 10 orders" }).click();
    const admin = await shop.admin();
    await expect
      .poll(async () => new Set(await statuses(admin, buyer)), { timeout: 15_000 })
      .toEqual(new Set(["Approved and shipped"]));
  },
);

test(
  "the owner prints ten packing slips in three presses, and downloads their addresses",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const buyer = await buyerOfTen(shop, "Moss Road, Halifax NS");
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset.printed = String(
          Number(document.documentElement.dataset.printed ?? 0) + 1,
        );
      };
    });
    await user.signInAs(ADMIN, ordersOf(buyer));
    await state(page, "To ship").click();
    await count(page, `10 orders, to ship, with “${buyer.email}”`);
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Packing slips" }).click();

    const slips = page.getByRole("article");
    await expect(slips).toHaveCount(10);
    await expect(page.locator("html")).toHaveAttribute("data-printed", "1");
    for (let count = 0; count < 10; count += 1)
      await expect(slips.filter({ hasText: `${count} Moss Road` })).toHaveCount(1);
    await expect(page.getByRole("main")).not.toContainText("$");
    const pages = await page.pdf({ preferCSSPageSize: true });
    expect(pages.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(10);

    await page.reload();
    await expect(slips).toHaveCount(10);
    await expect(page.locator("html")).not.toHaveAttribute("data-printed");

    await page.goBack();
    await expect(page.getByRole("checkbox", { name: "Select all" })).toBeChecked();
    const ship = page.getByRole("button", { name: "Ship 10 orders" });
    await expect(ship).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Addresses CSV" }).click();
    const file = await readFile(await (await download).path(), "utf8");
    expect(file.match(/"\d Moss Road, Halifax NS"/g)).toHaveLength(10);
    await ship.click();
    await expect(page.getByText("10 shipped")).toBeVisible();
  },
);

test("an order is two lines on a phone, and the first one is near the top", async ({
  page,
  screenData,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await user.signInAs(ADMIN, ordersOf(screenData.customer));
  const ship = page.getByRole("button", { name: /^Ship the order/ }).first();
  await expect(ship).toBeVisible();
  const first = page.getByRole("table").getByRole("row").nth(1);
  const { y = 999, height = 999 } = (await first.boundingBox()) ?? {};
  const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
  expect(y - header).toBeLessThanOrEqual(300);
  expect(height).toBeLessThanOrEqual(80);

  await page.setViewportSize({ width: 1366, height: 768 });
  expect((await first.boundingBox())?.height).toBeLessThanOrEqual(60);
});

/** The buttons and words of the rows that lie over each other, or over the line below their row. */
const overlapsInRows = (page: Page) =>
  page.getByRole("table", { name: "All orders" }).evaluate((table) => {
    const boxes = (elements: Iterable<Element>) =>
      [...elements]
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1);
    const textsOf = (row: Element) => {
      const range = document.createRange();
      const price = row.querySelector("td:nth-child(6) .data-table-value");
      if (price) range.selectNodeContents(price);
      const total = { name: price?.textContent ?? "", box: range.getBoundingClientRect() };
      return [total, ...boxes(row.querySelectorAll(".data-table-actions :is(.btn, span)"))];
    };
    return [...table.querySelectorAll("tbody tr")].flatMap((row) => {
      const parts = textsOf(row);
      const { bottom } = row.getBoundingClientRect();
      return parts.flatMap(({ name, box }, index) => [
        ...(box.bottom > bottom ? [`${name} below its row`] : []),
        ...parts
          .slice(index + 1)
          .filter(
            (other) =>
              Math.min(box.right, other.box.right) > Math.max(box.left, other.box.left) &&
              Math.min(box.bottom, other.box.bottom) > Math.max(box.top, other.box.top),
          )
          .map((other) => `${name} and ${other.name}`),
      ]);
    });
  });

test("without cards, the next action of an unpaid order covers nothing", async ({
  page,
  shop,
  user,
}) => {
  const buyer = await shop.customer();
  for (let count = 0; count < 2; count += 1) await buyer.api.placeOrder(await shop.toolAt(23));
  await page.route("**/api/config", async (route) => {
    const response = await route.fetch();
    const { stripePublishableKey: _, ...config } = await response.json();
    await route.fulfill({ response, json: config });
  });
  await user.signInAs(ADMIN, ordersOf(buyer));
  for (const [width, highest] of [
    [390, 80],
    [768, 80],
    [1024, 80],
    [1366, 60],
    [1920, 60],
  ] as const)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      const record = page.getByRole("button", { name: /^Record a payment/ });
      await expect(record).toHaveCount(2);
      expect(await overlapsInRows(page)).toEqual([]);
      const row = await page.getByRole("row").nth(1).boundingBox();
      expect(row?.height).toBeLessThanOrEqual(highest);
    });
});

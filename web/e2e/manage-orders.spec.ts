import { ADMIN, expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";

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
    await api.placeOrder(unpaid);
    await api.pay(await api.placeOrder(paid));
    await (await shop.admin()).ship(await api.pay(await api.placeOrder(shipped)));

    await user.signInAs(ADMIN, "/dashboard/manageOrders");
    const rows = page.getByRole("table", { name: "All orders" }).getByRole("row");
    const search = page.getByRole("searchbox", { name: "Search by buyer, e-mail or tool" });
    await search.fill(buyer.email);
    await count(page, `3 orders with “${buyer.email}”`);
    await expect(rows).toHaveCount(4);

    for (const [name, words, tool] of [
      ["Unpaid", "unpaid", unpaid],
      ["To ship", "to ship", paid],
      ["Shipped", "shipped", shipped],
    ] as const)
      await test.step(name, async () => {
        await state(page, name).click();
        await count(page, `1 order ${words} with “${buyer.email}”`);
        await expect(user.row("All orders", tool.name)).toHaveCount(1);
        await expect(rows).toHaveCount(2);
      });
    const inAddress = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(inAddress).toEqual({ q: buyer.email, state: "shipped" });

    await page.goBack();
    await count(page, `1 order to ship with “${buyer.email}”`);
    await expect(search).toHaveValue(buyer.email);
    await expect(page.getByRole("radio", { name: "To ship" })).toBeChecked();

    await test.step("a shipped order leaves the To ship list", async () => {
      await user.row("All orders", paid.name).getByRole("button", { name: /^Ship/ }).click();
      await expect(page.getByText("No matching orders")).toBeVisible();
      await expect(page.getByRole("main")).toBeFocused();
      await page.getByRole("link", { name: "Show all orders" }).click();
      await expect(page).toHaveURL("/dashboard/manageOrders");
      await expect(search).toHaveValue("");
    });

    await search.fill(unpaid.name);
    await expect(user.row("All orders", buyer.email, unpaid.name)).toBeVisible();
  },
);

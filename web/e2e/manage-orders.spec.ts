import { ADMIN, expect, type Page, test } from "./test.ts";

const count = (page: Page, text: string) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: text })).toBeVisible();

const state = (page: Page, name: string) =>
  page.getByRole("group", { name: "State" }).getByText(name, { exact: true });

test("orders are found by buyer and by state, and the address holds the choice", async ({
  page,
  shop,
  visitor,
}) => {
  const buyer = await shop.customer();
  const { desk } = buyer;
  const [unpaid, paid, shipped] = [
    await shop.someTool(23),
    await shop.someTool(24),
    await shop.someTool(26),
  ];
  await desk.order(unpaid);
  await desk.pay(await desk.order(paid));
  await (await shop.admin()).ship(await desk.pay(await desk.order(shipped)));

  await visitor.arriveAs(ADMIN, "/dashboard/manageOrders");
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
      await expect(visitor.row("All orders", tool.name)).toHaveCount(1);
      await expect(rows).toHaveCount(2);
    });
  const inAddress = () => Object.fromEntries(new URL(page.url()).searchParams);
  await expect.poll(inAddress).toEqual({ q: buyer.email, state: "shipped" });

  await page.goBack();
  await count(page, `1 order to ship with “${buyer.email}”`);
  await expect(search).toHaveValue(buyer.email);
  await expect(page.getByRole("radio", { name: "To ship" })).toBeChecked();

  await test.step("what is shipped leaves the list of what is to be shipped", async () => {
    await visitor.row("All orders", paid.name).getByRole("button", { name: /^Ship/ }).click();
    await expect(page.getByText("No matching orders")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await page.getByRole("link", { name: "Show all orders" }).click();
    await expect(page).toHaveURL("/dashboard/manageOrders");
    await expect(search).toHaveValue("");
  });

  await search.fill(unpaid.name);
  await expect(visitor.row("All orders", buyer.email, unpaid.name)).toBeVisible();
});

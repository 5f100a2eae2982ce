import { ADMIN, expect, type Page, test, testWithProvider } from "./test.ts";
import { dollars, Visitor } from "./visitor.ts";

const dialog = (page: Page) => page.getByRole("dialog");

const refundButton = (visitor: Visitor, tool: { name: string }) =>
  visitor.row("All orders", tool.name).getByRole("button", { name: /^Refund / });

const wayOf = (page: Page, tool: { name: string }) =>
  page.getByRole("list", { name: `Progress of the order of ${tool.name}` }).getByRole("listitem");

const unfold = (visitor: Visitor, table: string, tool: { name: string }) =>
  visitor.row(table, tool.name).getByRole("button", { name: tool.name, exact: true }).click();

/** Manage Orders with nobody's orders but this buyer's. */
const ordersOf = ({ email }: { email: string }) =>
  `/dashboard/manageOrders?q=${encodeURIComponent(email)}`;

test("before shipping, the money goes back and the pieces are on sale again", async ({
  page,
  shop,
  visitor,
  browser,
  baseURL,
}) => {
  const tool = await shop.someTool(16);
  const buyer = await shop.customer();
  const before = await shop.stockOf(tool);
  const order = await buyer.desk.pay(await buyer.desk.order(tool));
  const total = dollars(order.totalPrice);
  await visitor.arriveAs(ADMIN, ordersOf(buyer));

  await test.step("nothing happens without a clear yes", async () => {
    await refundButton(visitor, tool).click();
    await expect(dialog(page)).toHaveAccessibleName(`Refund the order of ${buyer.name}?`);
    await expect(dialog(page)).toContainText(total);
    await expect(dialog(page)).toContainText("cannot be undone");
    await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeHidden();
    await expect(refundButton(visitor, tool)).toBeFocused();
    expect(await buyer.desk.look(order._id)).toMatchObject({ status: "pending" });
  });

  await refundButton(visitor, tool).click();
  await dialog(page)
    .getByRole("button", { name: `Refund ${total}` })
    .click();
  await expect(visitor.toast(`${total} goes back to ${buyer.name}`)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(visitor.row("All orders", tool.name)).toContainText("Refunded");
  await expect(visitor.row("All orders", tool.name).getByRole("button")).toHaveCount(1);
  expect(await shop.stockOf(tool)).toBe(before);

  await test.step("its way says what was decided", async () => {
    await unfold(visitor, "All orders", tool);
    await expect(wayOf(page, tool)).toHaveText([
      /^Placed, done/,
      /^Paid, done/,
      /^Refund started, done\w+ \d{1,2}, \d{4}$/,
      /^Pieces back on sale, done\w+ \d{1,2}, \d{4}$/,
      /^Money returned, done\w+ \d{1,2}, \d{4}$/,
    ]);
    await page.getByRole("group", { name: "State" }).getByText("Refunded", { exact: true }).click();
    await expect(page.getByText("1 order refunded")).toBeVisible();
  });

  await test.step("the customer reads it, and has nothing to pay", async () => {
    const theirs = await browser.newContext({ baseURL });
    const theirPage = await theirs.newPage();
    const customer = new Visitor(theirPage);
    await customer.arriveAs(buyer, "/dashboard/myOrders");
    const row = customer.row("My orders", tool.name);
    await expect(row).toContainText("Refunded");
    await expect(row).toContainText("Your bank may take 5 to 10 days");
    await expect(row.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
    await unfold(customer, "My orders", tool);
    await expect(wayOf(theirPage, tool).last()).toHaveText(/^Money returned, done.*5 to 10 days/);

    await theirPage.goto(`/dashboard/payment/${order._id}`);
    const main = theirPage.getByRole("main");
    await expect(main.getByText("Refunded", { exact: true })).toBeVisible();
    await expect(main).toContainText("Your bank may take 5 to 10 days");
    await expect(main.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
    await expect(main.locator("iframe")).toHaveCount(0);

    await theirPage.goto(`/tools/${tool._id}`);
    await expect(theirPage.getByText("Available quantity").locator("+ dd")).toHaveText(
      before.toLocaleString("en-US"),
    );
    await theirs.close();
  });
});

test("after shipping, the money goes back and the pieces do not", async ({
  page,
  shop,
  visitor,
}) => {
  const tool = await shop.someTool(17);
  const buyer = await shop.customer();
  const order = await buyer.desk.pay(await buyer.desk.order(tool));
  await (await shop.admin()).ship(order);
  const after = await shop.stockOf(tool);
  await visitor.arriveAs(ADMIN, ordersOf(buyer));
  await refundButton(visitor, tool).click();
  await expect(dialog(page)).toContainText("they do not go back on sale");
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(0);
  await dialog(page)
    .getByRole("button", { name: /^Refund \$/ })
    .click();
  await expect(visitor.row("All orders", tool.name)).toContainText("Refunded");
  expect(await shop.stockOf(tool)).toBe(after);
  await unfold(visitor, "All orders", tool);
  await expect(wayOf(page, tool).nth(2)).toHaveText(/^Approved and shipped, done/);
  await expect(wayOf(page, tool).filter({ hasText: "Pieces back on sale" })).toHaveCount(0);
});

test("what a colleague ships meanwhile is said, and the choice goes with it", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^409 POST .*\/refund$/);
  const tool = await shop.someTool(28);
  const buyer = await shop.customer();
  const order = await buyer.desk.pay(await buyer.desk.order(tool));
  await visitor.arriveAs(ADMIN, ordersOf(buyer));
  await refundButton(visitor, tool).click();
  await (await shop.admin()).ship(order);
  const yes = dialog(page).getByRole("button", { name: /^Refund \$/ });
  await yes.click();
  await expect(dialog(page).getByRole("alert")).toContainText("cannot go back on sale");
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(0);
  await yes.click();
  await expect(visitor.row("All orders", tool.name)).toContainText("Refunded");
});

test("two admins who refund at once give the money back once", async ({
  page,
  shop,
  visitor,
  browser,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const tool = await shop.someTool(19);
  const buyer = await shop.customer();
  const before = await shop.stockOf(tool);
  await buyer.desk.pay(await buyer.desk.order(tool));
  const theirs = await browser.newContext({ baseURL });
  const theirPage = await theirs.newPage();
  const colleague = new Visitor(theirPage);
  const seats: [Page, Visitor][] = [
    [page, visitor],
    [theirPage, colleague],
  ];
  for (const [place, person] of seats) {
    await person.arriveAs(ADMIN, ordersOf(buyer));
    await refundButton(person, tool).click();
    await expect(dialog(place)).toBeVisible();
  }
  await Promise.all(
    seats.map(([place]) =>
      dialog(place)
        .getByRole("button", { name: /^Refund \$/ })
        .click(),
    ),
  );
  const told = /goes back to|was refunded before/;
  for (const [place, person] of seats) {
    await expect(place.getByRole("alert").filter({ hasText: told })).toBeVisible();
    await expect(dialog(place)).toBeHidden();
    // Whoever was told in the middle of it sees its end at the list's next look, after half a minute.
    await expect(person.row("All orders", tool.name)).toContainText("Refunded", {
      timeout: 35_000,
    });
  }
  expect(await shop.stockOf(tool)).toBe(before);
  await theirs.close();
});

testWithProvider(
  "a card provider that does not answer delays a refund and does not lose it",
  async ({ page, ownShop, provider, visitor }) => {
    testWithProvider.setTimeout(120_000);
    const tool = await ownShop.someTool(3);
    const buyer = await ownShop.customer();
    const order = await buyer.desk.pay(await buyer.desk.order(tool));
    await provider.fallSilent("/refunds", 1_000);
    await visitor.arriveAs(ADMIN, ordersOf(buyer));
    await refundButton(visitor, tool).click();
    await dialog(page)
      .getByRole("button", { name: /^Refund \$/ })
      .click();
    await expect(visitor.row("All orders", tool.name)).toContainText("Refund under way");
    await unfold(visitor, "All orders", tool);
    await expect(wayOf(page, tool).last()).toHaveText(/^Money returned, not yet.*retries/);
    await expect(await buyer.desk.look(order._id)).toMatchObject({ status: "Refund under way" });

    await provider.recover();
    // The shop asks again every half minute, and the page looks every half minute.
    await expect(visitor.row("All orders", tool.name)).toContainText("Refunded", {
      timeout: 75_000,
    });
    expect(await provider.givenBack()).toEqual([
      { payment_intent: order.transactionId, amount: Math.round(order.totalPrice * 100) },
    ]);
  },
);

import { ADMIN, expect, type Page, test } from "./fixtures.ts";
import { askForRefund, expandOrder, moreButton, ordersOf, timelineOf } from "./orders-table.ts";
import { dollars, User } from "./user.ts";

const dialog = (page: Page) => page.getByRole("dialog");

test("a refund before shipping returns the stock", async ({
  page,
  shop,
  user,
  browser,
  baseURL,
}) => {
  const tool = await shop.toolAt(16);
  const buyer = await shop.customer();
  const before = await shop.stockOf(tool);
  const order = await buyer.api.pay(await buyer.api.placeOrder(tool));
  const total = dollars(order.totalPrice);
  await user.signInAs(ADMIN, ordersOf(buyer));

  await test.step("nothing happens without confirmation", async () => {
    await askForRefund(user, tool);
    await expect(dialog(page)).toHaveAccessibleName(`Refund the order of ${buyer.name}?`);
    await expect(dialog(page)).toContainText(total);
    await expect(dialog(page)).toContainText("cannot be undone");
    await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
    await page.setViewportSize({ width: 1366, height: 400 });
    for (const name of ["Cancel", /^Refund \$/])
      await expect(dialog(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeHidden();
    await expect(moreButton(user, tool)).toBeFocused();
    expect(await buyer.api.getOrder(order._id)).toMatchObject({ status: "pending" });
  });

  await askForRefund(user, tool);
  await dialog(page)
    .getByRole("button", { name: `Refund ${total}` })
    .click();
  await expect(user.toast(`${total} goes back to ${buyer.name}`)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(user.row("All orders", tool.name)).toContainText("Refunded");
  await expect(user.row("All orders", tool.name).getByRole("button")).toHaveCount(1);
  expect(await shop.stockOf(tool)).toBe(before);

  await test.step("the timeline shows the refund", async () => {
    await expandOrder(user, "All orders", tool);
    await expect(timelineOf(page, tool)).toHaveText([
      /^Placed, done/,
      /^Paid, done/,
      /^Refund under way, done\w+ \d{1,2}, \d{4}$/,
      /^Pieces back on sale, done\w+ \d{1,2}, \d{4}$/,
      /^Refunded, done\w+ \d{1,2}, \d{4}$/,
    ]);
    await page.getByRole("group", { name: "State" }).getByText("Refunded", { exact: true }).click();
    await expect(page.getByText("1 order, refunded")).toBeVisible();
  });

  await test.step("the customer sees the refund, and has nothing to pay", async () => {
    const customerContext = await browser.newContext({ baseURL });
    const customerPage = await customerContext.newPage();
    const customer = new User(customerPage);
    await customer.signInAs(buyer, "/dashboard/myOrders");
    const row = customer.row("My orders", tool.name);
    await expect(row).toContainText("Refunded");
    await expect(row).toContainText("Your bank may take 5 to 10 days");
    await expect(row.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
    await expandOrder(customer, "My orders", tool);
    await expect(timelineOf(customerPage, tool).last()).toHaveText(/^Refunded, done.*5 to 10 days/);

    await customerPage.goto(`/dashboard/payment/${order._id}`);
    const main = customerPage.getByRole("main");
    await expect(main.getByText("Refunded", { exact: true })).toBeVisible();
    await expect(main).toContainText("Your bank may take 5 to 10 days");
    await expect(main.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
    await expect(main.locator("iframe")).toHaveCount(0);

    await customerPage.goto(`/tools/${tool._id}`);
    await expect(customerPage.getByText("Available quantity").locator("+ dd")).toHaveText(
      before.toLocaleString("en-US"),
    );
    await customerContext.close();
  });
});

test("a part goes back with its reason, and the order is still shipped", async ({
  page,
  shop,
  user,
}) => {
  const tool = await shop.toolAt(24);
  const buyer = await shop.customer();
  const order = await buyer.api.pay(await buyer.api.placeOrder(tool));
  const total = dollars(order.totalPrice);
  await user.signInAs(ADMIN, ordersOf(buyer));
  await askForRefund(user, tool);
  await dialog(page).getByText("An amount", { exact: true }).click();
  await dialog(page)
    .getByRole("textbox", { name: /^Amount/ })
    .fill("1.50");
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("One handle was scratched");
  await dialog(page).getByRole("button", { name: "Refund $1.50" }).click();
  await expect(user.toast(`$1.50 goes back to ${buyer.name}`)).toBeVisible();
  const row = user.row("All orders", tool.name);
  await expect(row).toContainText(`Refunded $1.50 of ${total}`);
  await expect(row).toContainText("pending");

  await row.getByRole("link", { name: /^Order/ }).click();
  await expect(page.getByRole("main")).toContainText("One handle was scratched");
  await page.goBack();
  await askForRefund(user, tool);
  await expect(dialog(page)).toContainText(`$1.50 of ${total} went back before`);
});

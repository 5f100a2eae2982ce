import { ADMIN, expect, type Page, test, testWithCardProvider } from "../fixtures.ts";
import { askForRefund, confirmRefund, expandOrder, ordersOf, timelineOf } from "../orders-table.ts";
import { User } from "../user.ts";

test("two admins who refund concurrently refund once", async ({
  page,
  shop,
  user,
  browser,
  baseURL,
}) => {
  const tool = await shop.toolAt(19);
  const buyer = await shop.customer();
  const before = await shop.stockOf(tool);
  await buyer.api.pay(await buyer.api.placeOrder(tool));
  const otherContext = await browser.newContext({ baseURL });
  const otherPage = await otherContext.newPage();
  const otherAdmin = new User(otherPage);
  const browsers: [Page, User][] = [
    [page, user],
    [otherPage, otherAdmin],
  ];
  for (const [adminPage, admin] of browsers) {
    await admin.signInAs(ADMIN, ordersOf(buyer));
    await askForRefund(admin, tool);
    await expect(adminPage.getByRole("dialog")).toBeVisible();
  }
  await Promise.all(browsers.map(([adminPage]) => confirmRefund(adminPage)));
  const outcome = /goes back to|was refunded before/;
  for (const [adminPage, admin] of browsers) {
    await expect(adminPage.getByRole("alert").filter({ hasText: outcome })).toBeVisible();
    await expect(adminPage.getByRole("dialog")).toBeHidden();
    // A page that answered before the refund was complete refreshes after half a minute.
    await expect(admin.row("All orders", tool.name)).toContainText("Refunded", {
      timeout: 35_000,
    });
  }
  expect(await shop.stockOf(tool)).toBe(before);
  await otherContext.close();
});

test("a refund of an order that was shipped in the meantime has to be confirmed again", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^409 POST .*\/refund$/);
  const tool = await shop.toolAt(28);
  const buyer = await shop.customer();
  const order = await buyer.api.pay(await buyer.api.placeOrder(tool));
  await user.signInAs(ADMIN, ordersOf(buyer));
  await askForRefund(user, tool);
  await (await shop.admin()).ship(order);
  await confirmRefund(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("shipped");
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await confirmRefund(page);
  await expect(user.row("All orders", tool.name)).toContainText("Refunded");
});

testWithCardProvider(
  "a card provider that does not respond delays a refund and does not lose it",
  async ({ page, isolatedShop, provider, user }) => {
    const tool = await isolatedShop.toolAt(3);
    const buyer = await isolatedShop.customer();
    const order = await buyer.api.pay(await buyer.api.placeOrder(tool));
    await provider.dropRequests("/refunds", 1_000);
    await user.signInAs(ADMIN, ordersOf(buyer));
    await askForRefund(user, tool);
    await confirmRefund(page);
    await expect(user.row("All orders", tool.name)).toContainText("Refund under way");
    await expandOrder(user, "All orders", tool);
    await expect(timelineOf(page, tool).last()).toHaveText(
      /^Refunded, not yet.*tries again automatically/,
    );
    await expect(await buyer.api.getOrder(order._id)).toMatchObject({ status: "Refund under way" });

    await provider.clearFaults();
    // The shop retries every half minute, and so does the page.
    await expect(user.row("All orders", tool.name)).toContainText("Refunded", {
      timeout: 75_000,
    });
    expect(await provider.refunds()).toEqual([
      { payment_intent: order.transactionId, amount: Math.round(order.totalPrice * 100) },
    ]);
  },
);

import { ADMIN, expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import type { User } from "./user.ts";

const WARNING = "If you delete tool you can not recovery it!";

const dialogOf = (page: Page) => page.getByRole("dialog");

async function openDeleteDialog(page: Page, user: User, table: string, ...texts: string[]) {
  const row = user.row(table, ...texts);
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(dialogOf(page)).toBeVisible();
  return row;
}

test("an unpaid order is deleted only after confirmation, and its stock returns", async ({
  page,
  shop,
  user,
}) => {
  const tool = await shop.toolAt(8);
  const before = await shop.stockOf(tool);
  const buyer = await shop.customer();
  const order = await buyer.api.placeOrder(tool);
  expect(await shop.stockOf(tool)).toBe(before - tool.minimumQuantity);

  await user.signInAs(buyer, "/dashboard/myOrders");
  const row = await openDeleteDialog(page, user, "My orders", tool.name);
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAccessibleName(new RegExp(`#${order.number} of ${tool.name}`));
  await expect(dialog.getByRole("paragraph")).toHaveText(WARNING);
  await expect(dialog.getByRole("button")).toHaveText(["Cancel", "Delete"]);
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
  await expect(row.getByRole("button", { name: /^Delete/ })).toBeFocused();

  await openDeleteDialog(page, user, "My orders", tool.name);
  await cancel.click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
  expect(await shop.stockOf(tool)).toBe(before - tool.minimumQuantity);

  await openDeleteDialog(page, user, "My orders", tool.name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(user.toast(`tool ${tool.name} deleted`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("No orders yet")).toBeVisible();
  expect(await shop.stockOf(tool)).toBe(before);
});

test(
  "an admin deletes an unpaid order, but never a paid one",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const paidTool = await shop.toolAt(7);
    const tool = await shop.toolAt(10);
    const before = await shop.stockOf(tool);
    const buyer = await shop.customer();
    await buyer.api.pay(await buyer.api.placeOrder(paidTool));
    await buyer.api.placeOrder(tool);

    await user.signInAs(ADMIN, "/dashboard/manageOrders");
    const paid = user.row("All orders", buyer.email, paidTool.name);
    await expect(paid.getByRole("button", { name: /^Ship/ })).toBeVisible();
    await expect(paid.getByRole("button", { name: /^Delete/ })).toHaveCount(0);

    const row = await openDeleteDialog(page, user, "All orders", buyer.email, tool.name);
    await expect(row.getByRole("cell").last()).toHaveAccessibleName(/^Unpaid Delete/);
    await expect(dialogOf(page).getByRole("paragraph")).toHaveText(WARNING);
    await dialogOf(page).getByRole("button", { name: "Delete" }).click();
    await expect(user.toast(`tool ${tool.name} deleted`)).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await shop.stockOf(tool)).toBe(before);
  },
);

test("an order that was paid in the meantime is not deleted, and the customer sees why", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^409 DELETE .*\/api\/orders\//);
  const tool = await shop.toolAt(11);
  const buyer = await shop.customer();
  const order = await buyer.api.placeOrder(tool);

  await user.signInAs(buyer, "/dashboard/myOrders");
  const row = await openDeleteDialog(page, user, "My orders", tool.name);
  const { transactionId } = await buyer.api.pay(order);
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await expect(
    user.toast("This order is already paid, so it can’t be paid again or deleted."),
  ).toBeVisible();
  await expect(row).toContainText(`Transaction id ${transactionId}`);
  await expect(row.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

import { ADMIN, expect, type Page, test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

const WARNING = "If you delete tool you can not recovery it!";

const dialogOf = (page: Page) => page.getByRole("dialog");

async function askToDelete(page: Page, visitor: Visitor, table: string, ...texts: string[]) {
  const row = visitor.row(table, ...texts);
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(dialogOf(page)).toBeVisible();
  return row;
}

test("an unpaid order is deleted only after a clear yes, and its stock comes back", async ({
  page,
  shop,
  visitor,
}) => {
  const tool = await shop.someTool(8);
  const before = await shop.stockOf(tool);
  const buyer = await shop.customer();
  await buyer.desk.order(tool);
  expect(await shop.stockOf(tool)).toBe(before - tool.minimumQuantity);

  await visitor.arriveAs(buyer, "/dashboard/myOrders");
  const row = await askToDelete(page, visitor, "My orders", tool.name);
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAccessibleName(new RegExp(tool.name));
  await expect(dialog.getByRole("paragraph")).toHaveText(WARNING);
  await expect(dialog.getByRole("button")).toHaveText(["Cancel", "Delete"]);
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
  await expect(row.getByRole("button", { name: /^Delete/ })).toBeFocused();

  await askToDelete(page, visitor, "My orders", tool.name);
  await cancel.click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
  expect(await shop.stockOf(tool)).toBe(before - tool.minimumQuantity);

  await askToDelete(page, visitor, "My orders", tool.name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(visitor.toast(`tool ${tool.name} deleted`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("No orders yet")).toBeVisible();
  expect(await shop.stockOf(tool)).toBe(before);
});

test("an admin deletes an unpaid order, but never a paid one", async ({ page, shop, visitor }) => {
  const paidTool = await shop.someTool(9);
  const tool = await shop.someTool(10);
  const before = await shop.stockOf(tool);
  const buyer = await shop.customer();
  await buyer.desk.pay(await buyer.desk.order(paidTool));
  await buyer.desk.order(tool);

  await visitor.arriveAs(ADMIN, "/dashboard/manageOrders");
  const paid = visitor.row("All orders", buyer.email, paidTool.name);
  await expect(paid.getByRole("button", { name: /^Ship/ })).toBeVisible();
  await expect(paid.getByRole("button", { name: /^Delete/ })).toHaveCount(0);

  const row = await askToDelete(page, visitor, "All orders", buyer.email, tool.name);
  await expect(row.getByRole("cell").last()).toHaveAccessibleName(/^Unpaid Delete/);
  await expect(dialogOf(page).getByRole("paragraph")).toHaveText(WARNING);
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await expect(visitor.toast(`tool ${tool.name} deleted`)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await shop.stockOf(tool)).toBe(before);
});

test("an order that was paid meanwhile stays, and the customer is told why", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^409 DELETE .*\/api\/orders\//);
  const tool = await shop.someTool(11);
  const buyer = await shop.customer();
  const order = await buyer.desk.order(tool);

  await visitor.arriveAs(buyer, "/dashboard/myOrders");
  const row = await askToDelete(page, visitor, "My orders", tool.name);
  const { transactionId } = await buyer.desk.pay(order);
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await expect(
    visitor.toast("This order has been paid, so it can no longer be deleted."),
  ).toBeVisible();
  await expect(row).toContainText(`Transaction id ${transactionId}`);
  await expect(row.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

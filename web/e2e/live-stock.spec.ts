import { expect, testIsolated as test } from "./fixtures.ts";
import { dollars } from "./user.ts";

test("the list follows what others buy, and the purchase page a new price", async ({
  page,
  isolatedShop: shop,
  user,
}) => {
  const owner = await shop.admin();
  const buyer = await shop.customer();
  const tool = await shop.toolAt(3);
  await owner.editTool(tool, { availableQuantity: 4 * tool.minimumQuantity });
  const card = page.getByRole("article").filter({ hasText: tool.name });

  const streamOfList = page.waitForResponse("**/api/stock-events", { timeout: 60_000 });
  await page.goto("/tool");
  await expect(card).toContainText(`${4 * tool.minimumQuantity} in stock`);
  await streamOfList;
  await buyer.api.placeOrder(tool, 2 * tool.minimumQuantity);
  await expect(card).toContainText(`Last ${2 * tool.minimumQuantity}`);
  await buyer.api.placeOrder(tool, 2 * tool.minimumQuantity);
  await expect(card).toContainText("Out of stock");

  const other = await shop.toolAt(4);
  const stream = page.waitForResponse("**/api/stock-events", { timeout: 60_000 });
  await user.signInAs(buyer, `/tools/${other._id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(other.name);
  await stream;
  await owner.editTool(other, { price: other.price + 1 });
  await expect(page.getByText("The price changed")).toHaveText(
    `The price changed from ${dollars(other.price)} to ${dollars(other.price + 1)}.`,
  );
});

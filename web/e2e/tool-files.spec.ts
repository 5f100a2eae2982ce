import { ADMIN, expect, testIsolated as test } from "./fixtures.ts";

const csv = (text: string) => ({
  name: "tools.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

test("the owner files tools in a category, imports prices and restores a tool", async ({
  page,
  isolatedShop,
  user,
}) => {
  const tool = await isolatedShop.toolAt(0);
  await user.signInAs(ADMIN, "/dashboard/categories");
  await page.getByRole("button", { name: "Add category" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Hand tools");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(user.row("Categories", "Hand tools")).toBeVisible();

  await page.goto("/dashboard/importTools");
  const input = page.getByLabel("File of tools");
  await input.setInputFiles(csv(`ID,Price,Category\n${tool._id},free,hand-tools\n`));
  await expect(user.row("Problems", "Price")).toContainText("Please enter an amount");
  await input.setInputFiles(csv(`ID,Price,Category\n${tool._id},7.25,hand-tools\n`));
  await expect(user.row("Changes", tool.name)).toContainText("7.25");
  await page.getByRole("button", { name: "Import 1 tool" }).click();
  await expect(user.toast("0 tools added, 1 changed")).toBeVisible();

  await page.goto("/tool");
  await page.getByRole("link", { name: /^Hand tools/ }).click();
  await expect(page).toHaveURL("/tool?category=hand-tools");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article")).toContainText("$7.25");

  await page.goto("/dashboard/manageProduct?category=hand-tools");
  await page.getByRole("button", { name: `Delete ${tool.name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(user.toast(`tool:${tool.name} is deleted`)).toBeVisible();
  await page.getByRole("link", { name: "Removed tools" }).click();
  await page.getByRole("button", { name: `Restore ${tool.name}` }).click();
  await expect(user.toast(`tool:${tool.name} is restored`)).toBeVisible();
  await expect(page.getByText("No removed tools")).toBeVisible();
});

test("the owner downloads tools as a spreadsheet", async ({ page, user }) => {
  await user.signInAs(ADMIN, "/dashboard/manageProduct");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download tools" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Download" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tools-\d{4}-\d\d-\d\d\.xlsx$/);
  await page.goto("/dashboard/importTools");
  await page.getByLabel("File of tools").setInputFiles(await file.path());
  await expect(page.getByText(/^0 new, 0 changed, \d+ unchanged$/)).toBeVisible();
});

test("the owner moves products from Shopify, and reads the stock history", async ({
  page,
  isolatedShop,
  user,
}) => {
  const { img } = await isolatedShop.toolAt(0);
  await user.signInAs(ADMIN, "/dashboard/importTools");
  const rows = [
    "Handle,Title,Body (HTML),Type,Published,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Status",
    `trug,Sussex Trug,<p>Chestnut &amp; willow.</p>,Baskets,true,Small,TRUG-S,4,48.00,${img},active`,
    "trug,,,,,Large,TRUG-L,2,62.00,,",
    "dibber,Old Dibber,,,false,Default Title,DIB-9,1,9.00,https://127.0.0.1/dibber.jpg,draft",
    "gift,Free Gift,,,true,Default Title,,1,0,,active",
  ];
  await page.getByLabel("File of tools").setInputFiles(csv(`\ufeff${rows.join("\r\n")}\r\n`));
  await expect(page.getByText("This is a product export of Shopify.")).toBeVisible();
  await expect(user.row("Not imported", "Price")).toContainText("at least 0.01");
  await expect(user.row("Notes", "127.0.0.1")).toContainText("private network");
  await expect(user.row("Changes", "Sussex Trug – Large")).toContainText("$62.00, 2 in stock");
  await page.getByRole("button", { name: "Import 3 tools" }).click();
  await expect(user.toast("3 tools added, 0 changed")).toBeVisible();

  await page.getByRole("link", { name: "See them in Manage Tool" }).click();
  await expect(user.row("All tools", "Old Dibber")).toContainText("Draft");
  await page.getByRole("link", { name: "4, stock history of Sussex Trug – Small" }).click();
  await expect(page.getByRole("heading", { name: "Stock history" })).toBeVisible();
  const history = page.getByRole("list", { name: "Stock history" }).getByRole("listitem");
  await expect(history).toHaveText([/Imported.*\+4.*4 in stock/]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download stock history" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("CSV, 24.50").click();
  await dialog.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/^stock-sussex-trug-small-.+\.csv$/);
});

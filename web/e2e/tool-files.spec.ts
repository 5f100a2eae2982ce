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
  await page.getByLabel("Name").fill("Hand tools");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(user.row("Categories", "Hand tools")).toBeVisible();

  await page.goto("/dashboard/importTools");
  const input = page.getByLabel("CSV file");
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
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^tools-\d{4}-\d\d-\d\d\.csv$/);
});

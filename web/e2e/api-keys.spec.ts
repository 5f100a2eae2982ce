import { ADMIN, expect, test } from "./fixtures.ts";

test("the owner makes a key for a script, which works until it is deleted", async ({
  page,
  request,
  user,
}) => {
  await user.signInAs(ADMIN, "/dashboard/keys");
  await expect(page.getByText("No API keys yet")).toBeVisible();
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is it for?").fill("Warehouse");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Choose what the key can do.")).toBeVisible();
  const warning = dialog.getByText("This key can pay back the money of every paid order");
  await expect(warning).toBeHidden();
  await dialog.getByLabel("Refund orders").check();
  await expect(warning).toBeVisible();
  await dialog.getByLabel("Refund orders").uncheck();
  await dialog.getByLabel("See orders").check();
  await dialog.getByLabel("Your password").fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("heading")).toHaveText("Copy your key now");
  const key = await dialog.locator("code").textContent();
  await dialog.getByRole("button", { name: "Done" }).click();

  const ask = () =>
    request.get("/api/manageOrders?limit=1", { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status()).toBe(200);
  const row = user.row("API keys", "Warehouse");
  await expect(row.getByText("See orders")).toBeVisible();
  await row.getByRole("button", { name: "Delete the key Warehouse" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(user.toast("The key Warehouse no longer works")).toBeVisible();
  expect((await ask()).status()).toBe(401);
});

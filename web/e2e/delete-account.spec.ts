import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

test("an account downloads its data as a file", async ({ page, shop, user }) => {
  const customer = await shop.customer();
  await user.signInAs(customer, "/dashboard/account");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(customer.email);
  expect(text).not.toContain("password_hash");
});

test("an account is deleted only with its e-mail and password, and cannot log in again", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^422 POST .*\/api\/identity\/account\/close$/);
  consoleErrors.expect(/^401 POST .*\/api\/identity\/sign-in$/);
  const customer = await shop.customer();
  await user.signInAs(customer, "/dashboard/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByLabel("Your e-mail")).toHaveAccessibleDescription("Email is required");
  await dialog.getByLabel("Your e-mail").fill("robin@example.com");
  await expect(dialog.getByLabel("Your e-mail")).toHaveAccessibleDescription(
    `Type ${customer.email} to delete this account`,
  );
  await dialog.getByLabel("Your e-mail").fill(customer.email);
  await dialog.getByLabel("Your password").fill("wrong-by-far");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/is not correct/);
  await dialog.getByLabel("Your password").fill(customer.password);
  await dialog.getByRole("button", { name: "Delete" }).click();

  await expect(page).toHaveURL("/");
  await expect(user.toast("Your account is deleted")).toBeVisible();
  expect(await user.token()).toBeNull();
  await user.goTo("Login");
  await user.fillInLogin(customer);
  await expect(page.getByRole("alert").filter({ hasText: /password/i })).toBeVisible();
});

for (const [too, label] of [
  [false, "stay, signed Former customer"],
  [true, "are deleted when the author asks for that"],
] as const)
  test(`the reviews of a deleted account ${label}`, async ({ page, shop, user }) => {
    const customer = await shop.customer();
    const words = `The last words of ${customer.name}.`;
    await customer.api.addReview(words);
    await user.signInAs(customer, "/dashboard/account");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your e-mail").fill(customer.email);
    await dialog.getByLabel("Your password").fill(customer.password);
    const box = dialog.getByRole("checkbox", { name: "Delete my reviews, too" });
    await expect(box).not.toBeChecked();
    if (too) await box.check();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL("/");

    const left = (await shop.latestReviews(100)).filter(({ review }) => review === words);
    expect(left.map(({ name }) => name)).toEqual(too ? [] : ["Former customer"]);
  });

import { readFile } from "node:fs/promises";
import { expect, test } from "./test.ts";

test("one's data comes as a file", async ({ page, shop, visitor }) => {
  const customer = await shop.customer();
  await visitor.arriveAs(customer, "/dashboard/account");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(customer.email);
  expect(text).not.toContain("password_hash");
});

test("an account is deleted only by who types its address and password, and is gone then", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^422 POST .*\/api\/identity\/account\/close$/);
  incidents.expect(/^401 POST .*\/api\/identity\/sign-in$/);
  const customer = await shop.customer();
  await visitor.arriveAs(customer, "/dashboard/account");
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
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/is not right/);
  await dialog.getByLabel("Your password").fill(customer.password);
  await dialog.getByRole("button", { name: "Delete" }).click();

  await expect(page).toHaveURL("/");
  await expect(visitor.toast("Your account is deleted")).toBeVisible();
  expect(await visitor.token()).toBeNull();
  await visitor.goTo("Login");
  await visitor.fillInLogin(customer);
  await expect(
    page.getByRole("alert").filter({ hasText: "E-mail or password is not right." }),
  ).toBeVisible();
});

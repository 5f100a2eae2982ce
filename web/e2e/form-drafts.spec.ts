import { ADMIN, expect, type Page, test, testIsolated } from "./fixtures.ts";
import { png } from "./png.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const logInAgain = (page: Page) =>
  page.getByRole("alert").getByRole("link", { name: "Log in and continue" }).click();

test("the purchase form is restored after a login, when the session had ended", async ({
  page,
  playwright,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 POST .*\/api\/orders$/);
  consoleErrors.expect(/^401 GET .*\/api\/tools\//);
  consoleErrors.expect(/^401 GET .*\/api\/(?:orders\?|former-orders)/);
  const customer = await shop.customer();
  const tool = await shop.toolAt(7);
  await user.signInAs(customer, `/tools/${tool._id}`);
  await field(page, "Address").fill("9 Moss Road");
  await field(page, "Phone").fill("902 555 0133");
  await field(page, "Order quantity").fill(String(tool.minimumQuantity + 1));
  await user.revokeSession(playwright);
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await logInAgain(page);
  await user.fillInLogin(customer);

  await expect(page).toHaveURL(`/tools/${tool._id}?quantity=${tool.minimumQuantity + 1}`);
  await expect(field(page, "Address")).toHaveValue("9 Moss Road");
  await expect(field(page, "Order quantity")).toHaveValue(String(tool.minimumQuantity + 1));
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await expect(user.toast("Purchase confirmed")).toBeVisible();
  const [order] = await customer.api.orders();
  expect(order).toMatchObject({
    orderQuantity: tool.minimumQuantity + 1,
    phone: "9 Moss Road",
    address: "902 555 0133",
  });
});

testIsolated(
  "a new tool with its photo is added after a login, when the session had ended",
  async ({ page, playwright, user, consoleErrors }) => {
    consoleErrors.expect(/^401 POST .*\/api\/images\/ticket$/);
    await user.signInAs(ADMIN, "/dashboard/addProduct");
    await field(page, "Name").fill("Dark Seed Box");
    await field(page, "Description").fill("For seeds that want it dark.");
    await field(page, "Price ($)").fill("24.50");
    await field(page, "Available quantity").fill("12");
    await field(page, "Minimum quantity").fill("1");
    const photo = { name: "photo.png", mimeType: "image/png", buffer: png(700, 900) };
    await field(page, "Photo").setInputFiles(photo);
    await user.revokeSession(playwright);
    const add = page.getByRole("main").getByRole("button", { name: "Add Tool" });
    await add.click();
    await logInAgain(page);
    await user.fillInLogin(ADMIN);

    await expect(page).toHaveURL("/dashboard/addProduct");
    await expect(field(page, "Name")).toHaveValue("Dark Seed Box");
    await add.click();
    await expect(user.toast("Tool added")).toBeVisible();
    await page.getByRole("status").getByRole("link", { name: "See it in the shop" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dark Seed Box");
  },
);

testIsolated(
  "an edit is restored after a login on top of newer changes; saving or cancelling discards the draft",
  async ({ page, playwright, isolatedShop: shop, user, consoleErrors }) => {
    consoleErrors.expect(/^401 PUT .*\/api\/tools\//);
    // The count of what waits for the owner, which is asked now and then.
    consoleErrors.expect(/^401 GET .*\/api\/manageShop\/tasks$/);
    const api = await shop.admin();
    const tool = await shop.toolAt(4);
    const edit = `/dashboard/manageProduct/${tool._id}`;
    await user.signInAs(ADMIN, edit);
    await field(page, "Name").fill(`${tool.name}, oiled`);
    await field(page, "Available quantity").fill(String(tool.availableQuantity + 100));
    await user.revokeSession(playwright);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "Log in and continue" })).toBeVisible();
    await api.editTool(tool, { description: "Edited by a colleague.", availableQuantity: 7 });
    await logInAgain(page);
    await user.fillInLogin(ADMIN);

    await expect(page).toHaveURL(edit);
    await expect(field(page, "Name")).toHaveValue(`${tool.name}, oiled`);
    await expect(field(page, "Description")).toHaveValue("Edited by a colleague.");
    await expect(field(page, "Available quantity")).toHaveValue("107");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(user.toast(`tool:${tool.name}, oiled is saved`)).toBeVisible();
    expect(await api.getTool(tool._id)).toMatchObject({
      name: `${tool.name}, oiled`,
      description: "Edited by a colleague.",
      availableQuantity: 107,
    });

    const open = () => page.getByRole("link", { name: `Edit ${tool.name}` }).click();
    await open();
    await expect(field(page, "Name")).toHaveValue(`${tool.name}, oiled`);
    await field(page, "Name").fill("Something else");
    await page.getByRole("button", { name: "Cancel" }).click();
    await open();
    await expect(field(page, "Name")).toHaveValue(`${tool.name}, oiled`);
  },
);

test("an admin who buys is led to the payment page, because My Orders is for customers", async ({
  page,
  shop,
  user,
}) => {
  const tool = await shop.toolAt(10);
  await user.signInAs(ADMIN, `/tools/${tool._id}`);
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  await expect(page.getByText(tool.name).first()).toBeVisible();
});

test("the checkout keeps the address when the session has ended, and Sign Out in another tab empties it", async ({
  page,
  playwright,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 POST .*\/api\/quote$/);
  consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
  const customer = await shop.customer();
  const tool = await shop.toolAt(7);
  const main = page.getByRole("main");
  await user.signInAs(customer, `/tool/${tool.slug}`);
  await main.getByRole("button", { name: "Buy now" }).first().click();
  await expect(page).toHaveURL("/checkout");
  await field(page, "Street and number").fill("9 Moss Road");
  await user.revokeSession(playwright);
  await field(page, "Postal code").fill("B3J 1A1");
  await main.getByRole("link", { name: "Log in and continue" }).click();
  await user.fillInLogin(customer);

  await expect(page).toHaveURL("/checkout");
  await expect(field(page, "Street and number")).toHaveValue("9 Moss Road");
  await expect(field(page, "Postal code")).toHaveValue("B3J 1A1");
  await expect(main.getByRole("button", { name: /^Pay \$/ })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto("/tool");
  await other.getByRole("button", { name: "Sign Out" }).click();
  await expect(main.getByText("Your basket is empty")).toBeVisible();
  await expect(field(page, "Street and number")).toHaveCount(0);
  await expect(main).not.toContainText(tool.name);

  await test.step("the same account finds the address again", async () => {
    await page.goto("/login?returnTo=%2Fcheckout");
    await user.fillInLogin(customer);
    await expect(page).toHaveURL("/checkout");
    await expect(field(page, "Street and number")).toHaveValue("9 Moss Road");
  });

  await test.step("another account does not", async () => {
    await other.goto("/tool");
    await other.getByRole("button", { name: "Sign Out" }).click();
    await expect(field(page, "Street and number")).toHaveCount(0);
    const stranger = await shop.customer();
    await stranger.api.putIntoBasket(tool, tool.minimumQuantity);
    await user.signInAs(stranger, "/checkout");
    await expect(field(page, "Street and number")).toHaveValue("");
  });
});

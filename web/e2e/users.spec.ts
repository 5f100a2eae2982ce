import { ADMIN, expect, ON_PHONE_TOO, test } from "./fixtures.ts";
import { expectCells } from "./user.ts";

/** Name, number of orders, sum and last order. Phones have some titles before the values. */
const SUMMARY = [/\w/, /\d+$/, /\$[\d,.]+$/, /\d$|never$/];

test(
  "an admin makes a customer an admin, and the table shows the role",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const customer = await shop.customer();
    await user.signInAs(ADMIN);
    await user.goToInDashboard("Make admin page");
    await expect(page).toHaveURL("/dashboard/users");
    await expect(user.columns("Users")).toHaveText([
      "No.",
      "E-mail",
      "Name",
      "Orders",
      "Spent",
      "Last order",
      "Role",
    ]);
    await expectCells(user.row("Users", ADMIN.email), [
      /^\d+$/,
      ADMIN.email,
      ...SUMMARY,
      `admin Take role away ${ADMIN.email}`,
    ]);

    await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill(customer.email);
    const row = user.row("Users", customer.email);
    await expectCells(row, [
      "1",
      customer.email,
      ...SUMMARY,
      new RegExp(`^Make Admin ${customer.email} (Make staff|More for) ${customer.email}$`),
    ]);
    await expect(page.getByRole("status").filter({ hasText: "1 user with" })).toBeVisible();
    await expect(page).toHaveURL(`/dashboard/users?q=${encodeURIComponent(customer.email)}`);

    const made = page.waitForResponse((response) => response.request().method() === "PUT");
    await row.getByRole("button", { name: "Make Admin" }).click();
    const dialog = page.getByRole("dialog", { name: `Make ${customer.email} an admin?` });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("button", { name: "Make Admin" }).click();
    expect(await (await made).json()).toMatchObject({ modifiedCount: 1 });
    await expect(user.toast(`Successfully made an admin ${customer.email}`)).toBeVisible();
    await expect(row.getByRole("button", { name: "Take role away" })).toBeFocused();
    await expect(row.getByText("admin", { exact: true })).toBeVisible();

    await user.signOut();
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
    await user.signInAs(customer, "/dashboard/users");
    await expect(user.row("Users", ADMIN.email)).toBeVisible();

    await test.step("the role is taken away again", async () => {
      await user.signOut();
      await user.signInAs(ADMIN, `/dashboard/users?q=${encodeURIComponent(customer.email)}`);
      await row.getByRole("button", { name: "Take role away" }).click();
      const question = page.getByRole("dialog", {
        name: `Take the role of ${customer.email} away?`,
      });
      await question.getByRole("button", { name: "Take role away" }).click();
      await expect(user.toast(`A customer again: ${customer.email}`)).toBeVisible();
      await expect(row.getByRole("button", { name: "Make Admin" })).toBeVisible();
    });
  },
);

test(
  "the owner deletes a customer's unpaid orders, blocks the customer, and unblocks again",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const tool = await shop.toolAt(27);
    const stock = await shop.stockOf(tool);
    const buyer = await shop.customer();
    const pieces = tool.minimumQuantity + 1;
    const order = () => buyer.api.placeOrder(tool, pieces);
    await order();
    await order();

    await user.signInAs(ADMIN, "/dashboard/users");
    await page.getByText("Unpaid orders", { exact: true }).click();
    await expect(page).toHaveURL("/dashboard/users?show=unpaid");
    await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill(buyer.email);
    const row = user.row("Unpaid orders by customer", buyer.email);
    await expectCells(row, [
      "1",
      new RegExp(buyer.name),
      "2",
      String(2 * pieces),
      new RegExp(`Delete orders of ${buyer.email} (Block|More for) ${buyer.email}`),
    ]);

    const total = `1 customer, 2 unpaid orders, ${2 * pieces} pieces held`;
    await expect(page.getByRole("status").filter({ hasText: total })).toBeVisible();

    await row.getByRole("button", { name: /^Delete orders/ }).click();
    const deletion = page.getByRole("dialog", { name: `Delete 2 unpaid orders of ${buyer.name}?` });
    await deletion.getByRole("button", { name: "Delete" }).click();
    await expect(user.toast("2 unpaid orders deleted")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await shop.stockOf(tool)).toBe(stock);

    await order();
    await page.reload();
    await (await user.rowAction(row, /^Block/)).click();
    const dialog = page.getByRole("dialog", { name: `Block ${buyer.name}?` });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("button", { name: "Block" }).click();
    await expect(user.toast(`${buyer.email} is blocked. 1 unpaid order deleted`)).toBeVisible();
    expect(await shop.stockOf(tool)).toBe(stock);

    await page.getByText("Blocked", { exact: true }).click();
    const blocked = user.row("Users", buyer.email);
    await expect(blocked.getByText("Blocked")).toBeVisible();
    await blocked.getByRole("button", { name: "Unblock" }).click();
    await expect(user.toast(`${buyer.email} can log in again`)).toBeVisible();
    await expect(blocked).toHaveCount(0);
    await user.signOut();
    await expect(page).toHaveURL("/");
    await user.signInAs(buyer, "/dashboard/myOrders");
    await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  },
);

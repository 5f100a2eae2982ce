import { ADMIN, expect, test } from "./test.ts";
import { expectCells } from "./visitor.ts";

test("a customer becomes an admin, and the page says who is one", async ({
  page,
  shop,
  visitor,
}) => {
  const customer = await shop.customer();
  await visitor.arriveAs(ADMIN);
  await visitor.goToInDashboard("Make admin page");
  await expect(page).toHaveURL("/dashboard/users");
  await expect(visitor.columns("Users")).toHaveText(["No.", "E-mail", "Role"]);
  await expectCells(visitor.row("Users", ADMIN.email), [/^\d+$/, ADMIN.email, "admin"]);

  await page.getByRole("searchbox", { name: "Search by e-mail" }).fill(customer.email);
  const row = visitor.row("Users", customer.email);
  await expectCells(row, ["1", customer.email, `Make Admin ${customer.email}`]);
  await expect(page.getByRole("status").filter({ hasText: "1 user with" })).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/users?q=${encodeURIComponent(customer.email)}`);

  const made = page.waitForResponse((response) => response.request().method() === "PUT");
  await row.getByRole("button").click();
  expect(await (await made).json()).toMatchObject({ modifiedCount: 1 });
  await expect(visitor.toast(`Successfully made an admin ${customer.email}`)).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
  await expect(row.getByText("admin", { exact: true })).toBeFocused();

  await page.reload();
  await expectCells(row, ["1", customer.email, "admin"]);

  await visitor.signOut();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await visitor.arriveAs(customer, "/dashboard/users");
  await expect(visitor.row("Users", ADMIN.email)).toBeVisible();
});

test("whoever is no admin any more makes nobody one", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^403 PUT .*\/api\/user\/admin\//);
  const customer = await shop.customer();
  await visitor.arriveAs(ADMIN, `/dashboard/users?q=${encodeURIComponent(customer.email)}`);
  // Roles are taken back on the host alone, so the answer of one who has lost it is played.
  await page.route("**/api/user/admin/**", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      json: { type: "about:blank", title: "Forbidden", status: 403, code: "forbidden" },
    }),
  );
  await visitor.row("Users", customer.email).getByRole("button").click();
  await expect(visitor.toast("Failed to make an admin")).toBeVisible();
  await expect(visitor.row("Users", customer.email).getByRole("button")).toBeVisible();
});

test("a search that finds nobody says so and offers all of them", async ({ page, visitor }) => {
  await visitor.arriveAs(ADMIN, "/dashboard/users?q=nobody-has-this");
  await expect(page.getByText("No matching users")).toBeVisible();
  await page.getByRole("button", { name: "Show all users" }).click();
  await expect(page).toHaveURL("/dashboard/users");
  await expect(visitor.row("Users", ADMIN.email)).toBeVisible();
});

import { ADMIN, expect, test } from "./fixtures.ts";

const NOT_SIGNED_IN = /^401 GET .*\/api\/identity\/session$/;

test("a signed-out visitor logs in and returns to the requested page", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(NOT_SIGNED_IN);
  const tool = await shop.toolAt(0);
  const path = `/tools/${tool._id}?from=email#here`;
  await page.goto("/blogs");
  await page.goto(path);
  await expect(page).toHaveURL("/login");
  await user.fillInLogin(await shop.customer());
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(tool.name);

  await page.goBack();
  await expect(page).toHaveURL("/blogs");
});

for (const { role, opens, refuses, audience } of [
  {
    role: "customer",
    opens: { path: "/dashboard/myOrders", heading: "My Orders" },
    refuses: "/dashboard/manageOrders",
    audience: "the shop’s staff",
  },
  {
    role: "staff",
    opens: { path: "/dashboard/manageOrders", heading: "Manage Orders" },
    refuses: "/dashboard/users",
    audience: "the shop’s admins",
  },
  {
    role: "admin",
    opens: { path: "/dashboard/users", heading: "Users" },
    refuses: "/dashboard/myOrders",
    audience: "customers",
  },
])
  test(`a page opens for a ${role}, and another leads to the login`, async ({
    page,
    shop,
    user,
  }) => {
    const account = role === "admin" ? ADMIN : await shop.customer();
    if (role === "staff") await (await shop.admin()).makeStaff(account);
    const heading = page.getByRole("heading", { level: 1 });
    await user.signInAs(account, opens.path);
    await expect(heading).toHaveText(opens.heading);
    await expect(page).toHaveURL(opens.path);
    await page.goto(refuses);
    await expect(heading).toHaveText("Login");
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("status")).toHaveText(
      `Signed in as ${account.email}; this page is for ${audience}.`,
    );
  });

test("My Orders signs out and goes home when the session has ended", async ({
  page,
  playwright,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 GET .*\/api\/(?:orders\?|former-orders)/);
  await user.signInAs(await shop.customer());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users Profile");
  expect(await user.token()).not.toBeNull();

  await user.revokeSession(playwright);

  await user.goToInDashboard("My Orders");
  await expect(page).toHaveURL("/");
  await expect(user.toast("Your session has ended. Please log in again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toHaveCount(0);
  expect(await user.token()).toBeNull();
});

import { ADMIN, expect, type Page, test } from "./fixtures.ts";
import { routesWithIds } from "./routes.ts";
import type { Shop } from "./shop.ts";
import type { User } from "./user.ts";

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

test("a signed-out visitor whose account may not open the page is sent home", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(NOT_SIGNED_IN);
  await page.goto("/dashboard/users");
  await expect(page).toHaveURL("/login");
  await user.fillInLogin(await shop.customer());
  await expect(page).toHaveURL("/");
});

type Role = "signed out" | "customer" | "staff" | "admin";
type Fixtures = { page: Page; shop: Shop; user: User };

async function visitEveryRoute(role: Role, { page, shop, user }: Fixtures) {
  test.setTimeout(90_000);
  const customer = await shop.customer();
  const account = role === "admin" ? ADMIN : customer;
  const api = role === "admin" ? await shop.admin() : customer.api;
  const routes = await routesWithIds(shop, api);
  if (role === "staff") await (await shop.admin()).makeStaff(customer);
  const signOut = page.getByRole("button", { name: "Sign Out", exact: true });
  if (role !== "signed out") {
    await user.signInAs(account);
    await expect(signOut).toBeVisible();
  }
  for (const { path, allows, heading } of routes)
    await test.step(path, async () => {
      const isAllowed =
        allows === "anyone" ||
        allows === role ||
        (allows === "signed-in" && role !== "signed out") ||
        (allows === "staff" && role === "admin") ||
        (allows === "customer" && role === "staff");
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        isAllowed ? heading : "Login",
      );
      await expect(page).toHaveURL(isAllowed ? path : "/login");
      await expect(signOut).toHaveCount(role === "signed out" ? 0 : 1);
      if (isAllowed || role === "signed out") return;
      const audience = { customer: "customers", staff: "the shop’s staff" };
      const owners = audience[allows as keyof typeof audience] ?? "the shop’s admins";
      await expect(page.getByRole("status")).toHaveText(
        `Signed in as ${account.email}; this page is for ${owners}.`,
      );
      await expect(page.getByLabel("Password")).toBeVisible();
    });
}

test.describe("where every route leads", () => {
  test("for a customer", ({ page, shop, user }) =>
    visitEveryRoute("customer", { page, shop, user }));

  test("for staff", ({ page, shop, user }) => visitEveryRoute("staff", { page, shop, user }));

  test("for an admin", ({ page, shop, user }) => visitEveryRoute("admin", { page, shop, user }));

  test("for a signed-out visitor", ({ page, shop, user, consoleErrors }) => {
    consoleErrors.expect(NOT_SIGNED_IN);
    return visitEveryRoute("signed out", { page, shop, user });
  });
});

test("the sidebar offers each role its own pages, in the specified order", async ({
  page,
  shop,
  user,
}) => {
  const sidebar = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await user.signInAs(await shop.customer());
  await expect(sidebar).toHaveText(["Users Profile", "My Orders", "Reviews"]);
  await user.signOut();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  const staff = await shop.customer();
  await (await shop.admin()).makeStaff(staff);
  await user.signInAs(staff);
  await expect(sidebar).toHaveText([
    "Users Profile",
    "My Orders",
    "Reviews",
    "Add Tool",
    "Manage Tool",
    "Manage Orders",
  ]);
  await user.signOut();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await user.signInAs(ADMIN);
  await expect(sidebar).toHaveText([
    "Users Profile",
    "Make admin page",
    "Add Tool",
    "Manage Tool",
    "Manage Orders",
    "Manage Reviews",
    "Figures",
    "Books",
    "Shop settings",
    "Audit log",
  ]);
});

test("a customer who then logs in as an admin gets to the page", async ({ page, shop, user }) => {
  await user.signInAs(await shop.customer(), "/dashboard/manageOrders");
  await expect(page).toHaveURL("/login");
  await user.fillInLogin(ADMIN);
  await expect(page).toHaveURL("/dashboard/manageOrders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Orders");
});

test("My Orders signs out and goes home when the session has ended", async ({
  page,
  playwright,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 GET .*\/api\/orders\?/);
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

test("a spinner shows while authentication loads", async ({ page, shop, user }) => {
  const release = await user.holdResponses("**/api/identity/session");
  await user.signInAs(await shop.customer(), "/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users Profile");
});

test("after a network error the user can try again and stays on the page", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^net::ERR_CONNECTION_REFUSED GET /);
  await user.signInAs(await shop.customer(), "/blogs");
  for (const [what, url] of [
    ["session", "**/api/identity/session"],
    ["role", "**/api/admin/**"],
    ["orders", "**/api/orders?**"],
  ] as const)
    await test.step(what, async () => {
      await page.route(url, (route) => route.abort("connectionrefused"));
      await page.goto("/dashboard/myOrders");
      const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
      await expect(retry).toBeVisible();
      await expect(page).toHaveURL("/dashboard/myOrders");

      await page.unroute(url);
      await retry.click();
      await expect(page.getByText("No orders yet")).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
});

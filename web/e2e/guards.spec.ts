import { ADMIN, type Desk, type Shop } from "./shop.ts";
import { expect, test } from "./test.ts";
import { expectSmallAndRed } from "./visitor.ts";

type Role = "customer" | "admin";

const NOT_SIGNED_IN = /^401 GET .*\/api\/identity\/session$/;

/** Every screen of the specification, and those beside it that are guarded: whom it is for, and the heading that says one has got there. */
const SCREENS: { path: string; who: "anyone" | "signed-in" | Role; heading: string | RegExp }[] = [
  { path: "/", who: "anyone", heading: "Gardening and Yard Care Tools" },
  { path: "/home", who: "anyone", heading: "Gardening and Yard Care Tools" },
  { path: "/tool", who: "anyone", heading: "All Tools" },
  { path: "/blogs", who: "anyone", heading: "Blogs" },
  { path: "/portfolio", who: "anyone", heading: /\w+ \w+/ },
  { path: "/allReview", who: "anyone", heading: "All Reviews" },
  { path: "/login", who: "anyone", heading: "Login" },
  { path: "/signup", who: "anyone", heading: "Sign Up" },
  { path: "/tools/:toolsId", who: "signed-in", heading: /./ },
  { path: "/dashboard", who: "signed-in", heading: "Users Profile" },
  { path: "/dashboard/account", who: "signed-in", heading: "Account & security" },
  { path: "/dashboard/myOrders", who: "customer", heading: "My Orders" },
  { path: "/dashboard/review", who: "signed-in", heading: "Review" },
  { path: "/dashboard/payment/:id", who: "signed-in", heading: "Payment" },
  { path: "/dashboard/users", who: "admin", heading: "Users" },
  { path: "/dashboard/addProduct", who: "admin", heading: "Add Tool" },
  { path: "/dashboard/manageProduct", who: "admin", heading: "Manage Tool" },
  { path: "/dashboard/manageOrders", who: "admin", heading: "Manage Orders" },
  { path: "/dashboard/books", who: "admin", heading: "Books" },
  { path: "/dashboard/mails", who: "admin", heading: "Undelivered e-mail" },
];

const GUARDED = SCREENS.filter(({ who }) => who !== "anyone");

/** A path with a tool and an order in it, where it has places for them. */
async function addressOf(path: string, shop: Shop, desk: Desk) {
  const tool = await shop.someTool(0);
  if (path.endsWith(":id")) return path.replace(":id", (await desk.order(tool))._id);
  return path.replace(":toolsId", tool._id);
}

test.describe("a signed-out visitor logs in and is where they wanted to go", () => {
  for (const { path: pattern, who, heading } of GUARDED)
    test(pattern, async ({ page, shop, visitor, incidents }) => {
      incidents.expect(NOT_SIGNED_IN);
      const customer = await shop.customer();
      const path = await addressOf(pattern, shop, customer.desk);

      await page.goto("/blogs");
      await page.goto(`${path}?from=letter#here`);
      await expect(page).toHaveURL("/login");
      await visitor.fillInLogin(who === "admin" ? ADMIN : customer);
      await expect(page).toHaveURL(`${path}?from=letter#here`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Login");

      await page.goBack();
      await expect(page).toHaveURL("/blogs");
    });
});

test("a signed-out visitor who logs in as somebody the page is not for gets home", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(NOT_SIGNED_IN);
  const customer = await shop.customer();
  for (const { path } of SCREENS.filter(({ who }) => who === "admin"))
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL("/login");
      await visitor.fillInLogin(customer);
      await expect(page).toHaveURL("/");
      await visitor.signOut();
      await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
    });
});

test.describe("where every screen lands", () => {
  for (const visiting of ["customer", "admin"] as const)
    test(`for ${visiting === "admin" ? "an admin" : "a customer"}`, async ({
      page,
      shop,
      visitor,
    }) => {
      test.setTimeout(90_000);
      const customer = await shop.customer();
      const desk = visiting === "admin" ? await shop.admin() : customer.desk;
      await visitor.arriveAs(visiting === "admin" ? ADMIN : customer);
      await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
      for (const { path: pattern, who, heading } of SCREENS)
        await test.step(pattern, async () => {
          const path = await addressOf(pattern, shop, desk);
          await page.goto(path);
          const allowed = who === "anyone" || who === "signed-in" || who === visiting;
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(
            allowed ? heading : "Login",
          );
          await expect(page).toHaveURL(allowed ? path : "/login");
          if (!allowed)
            await expect(page.getByRole("status")).toContainText(
              `this page is for ${who === "admin" ? "the shop’s admins" : "customers"}.`,
            );
          await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
        });
    });

  test("for a signed-out visitor", async ({ page, shop, incidents }) => {
    test.setTimeout(90_000);
    incidents.expect(NOT_SIGNED_IN);
    const customer = await shop.customer();
    for (const { path: pattern, who, heading } of SCREENS)
      await test.step(pattern, async () => {
        const path = await addressOf(pattern, shop, customer.desk);
        await page.goto(path);
        const allowed = who === "anyone";
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          allowed ? heading : "Login",
        );
        await expect(page).toHaveURL(allowed ? path : "/login");
        await expect(page.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
      });
  });
});

test("the sidebar offers each role its own pages, in the specified order", async ({
  page,
  shop,
  visitor,
}) => {
  const sidebar = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await visitor.arriveAs(await shop.customer());
  await expect(sidebar).toHaveText(["Users Profile", "My Orders", "Reviews"]);
  await visitor.signOut();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await visitor.arriveAs(ADMIN);
  await expect(sidebar).toHaveText([
    "Users Profile",
    "Make admin page",
    "Add Tool",
    "Manage Tool",
    "Manage Orders",
    "Books",
  ]);
});

test("a login that fails says so and stays", async ({ page, shop, visitor, incidents }) => {
  incidents.expect(/^401 POST .*\/api\/identity\/sign-in$/);
  const customer = await shop.customer();
  await page.goto("/login");
  await visitor.fillInLogin({ ...customer, password: "wrong-by-far" });
  const fault = page.getByRole("alert").filter({ hasText: "E-mail or password is not right." });
  await expectSmallAndRed(fault);
  await expect(page).toHaveURL("/login");
  expect(await visitor.token()).toBeNull();
});

test("a sign-up of an address that has an account says so under the form", async ({
  page,
  shop,
  incidents,
}) => {
  incidents.expect(/^409 POST .*\/api\/identity\/sign-up$/);
  const { name, email, password } = await shop.customer();
  await page.goto("/signup");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expectSmallAndRed(page.getByRole("alert").filter({ hasText: /\w/ }));
  await expect(page).toHaveURL("/signup");
});

test.describe("the wrong kind of account is told whom the page is for, and stays signed in", () => {
  test("a customer on manage orders", async ({ page, shop, visitor }) => {
    const customer = await shop.customer();
    await visitor.arriveAs(customer, "/dashboard/manageOrders");
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("status")).toHaveText(
      `Signed in as ${customer.email}; this page is for the shop’s admins.`,
    );
    await expect(page.getByLabel("Password")).toBeVisible();
    await visitor.goTo("Dashboard");
    await expect(page.getByLabel("E-mail")).toHaveValue(customer.email);

    await test.step("nor does the sidebar offer it", async () => {
      const sidebar = page.getByRole("navigation", { name: "Dashboard" });
      await expect(sidebar.getByRole("link", { name: "My Orders" })).toBeVisible();
      await expect(sidebar.getByRole("link", { name: "Manage Orders" })).toHaveCount(0);
    });
  });

  test("an admin on my orders", async ({ page, visitor }) => {
    await visitor.arriveAs(ADMIN, "/dashboard/myOrders");
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("status")).toHaveText(
      `Signed in as ${ADMIN.email}; this page is for customers.`,
    );
    await visitor.goTo("Dashboard");
    const sidebar = page.getByRole("navigation", { name: "Dashboard" });
    await expect(sidebar.getByRole("link", { name: "Manage Orders" })).toBeVisible();
    await expect(sidebar.getByRole("link", { name: "My Orders" })).toHaveCount(0);
  });

  test("a customer who then logs in as an admin gets to the page", async ({
    page,
    shop,
    visitor,
  }) => {
    await visitor.arriveAs(await shop.customer(), "/dashboard/manageOrders");
    await expect(page).toHaveURL("/login");
    await visitor.fillInLogin(ADMIN);
    await expect(page).toHaveURL("/dashboard/manageOrders");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Orders");
  });
});

test("a session that ended elsewhere: my orders signs out and goes home", async ({
  page,
  playwright,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^401 GET .*\/api\/orders\?/);
  await visitor.arriveAs(await shop.customer());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users Profile");
  expect(await visitor.token()).not.toBeNull();

  await visitor.sessionEndsElsewhere(playwright);

  await visitor.goToInDashboard("My Orders");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
  expect(await visitor.token()).toBeNull();
});

test("a spinner shows while authentication loads", async ({ page, shop, visitor }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/identity/session", async (route) => {
    await held;
    await route.continue();
  });
  await visitor.arriveAs(await shop.customer(), "/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users Profile");
});

test.describe("network trouble offers another try and sends nobody away", () => {
  for (const { what, call } of [
    { what: "the session", call: "**/api/identity/session" },
    { what: "the role", call: "**/api/admin/**" },
    { what: "the list", call: "**/api/orders?**" },
  ])
    test(what, async ({ page, shop, visitor, incidents }) => {
      incidents.expect(/^net::ERR_CONNECTION_REFUSED GET /);
      await page.route(call, (route) => route.abort("connectionrefused"));
      await visitor.arriveAs(await shop.customer(), "/dashboard/myOrders");
      const alert = page.getByRole("alert").filter({ hasText: "Check your connection" });
      await expect(alert).toBeVisible();
      await expect(page).toHaveURL("/dashboard/myOrders");

      await page.unroute(call);
      await alert.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("No orders yet")).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
});

test("what is typed as the address travels as the phone, and the other way round", async ({
  page,
  shop,
  visitor,
}) => {
  const tool = await shop.someTool(12);
  const customer = await shop.customer();
  await visitor.arriveAs(customer, `/tools/${tool._id}`);
  await page.getByLabel("Address").fill("12 Fern Lane");
  await page.getByLabel("Phone").fill("902 555 0101");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe("/api/orders");
  expect(request.postDataJSON()).toMatchObject({
    toolName: tool.name,
    orderQuantity: tool.minimumQuantity,
    price: tool.price,
    customerEmail: customer.email,
    customerName: customer.name,
    phone: "12 Fern Lane",
    address: "902 555 0101",
  });
  await expect(visitor.toast("Purchase confirmed")).toBeVisible();
});

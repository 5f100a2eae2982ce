import { ADMIN, expect, test } from "./test.ts";

const NOT_SIGNED_IN = /^401 GET .*\/api\/identity\/session$/;

test.describe("a signed-out visitor logs in and is where they wanted to go", () => {
  const screens = [
    { who: "customer", screen: "the purchase page" },
    { who: "customer", screen: "/dashboard" },
    { who: "customer", screen: "/dashboard/myOrders" },
    { who: "customer", screen: "the payment page" },
    { who: "admin", screen: "/dashboard/addProduct" },
    { who: "admin", screen: "/dashboard/manageProduct" },
    { who: "admin", screen: "/dashboard/manageOrders" },
  ];

  for (const { who, screen } of screens)
    test(screen, async ({ page, shop, visitor, incidents }) => {
      incidents.expect(NOT_SIGNED_IN);
      const tool = await shop.someTool(0);
      const customer = await shop.customer();
      const path =
        screen === "the purchase page"
          ? `/tools/${tool._id}`
          : screen === "the payment page"
            ? `/dashboard/payment/${(await customer.desk.order(tool))._id}`
            : screen;

      await page.goto("/blogs");
      await page.goto(`${path}?from=letter#here`);
      await expect(page).toHaveURL("/login");
      await visitor.fillInLogin(who === "admin" ? ADMIN : customer);
      await expect(page).toHaveURL(`${path}?from=letter#here`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Login");

      await page.goBack();
      await expect(page).toHaveURL("/blogs");
    });
});

test("a login that fails says so and stays", async ({ page, shop, visitor, incidents }) => {
  incidents.expect(/^401 POST .*\/api\/identity\/sign-in$/);
  const customer = await shop.customer();
  await page.goto("/login");
  await visitor.fillInLogin({ ...customer, password: "wrong-by-far" });
  await expect(
    page.getByRole("alert").filter({ hasText: "E-mail or password is not right." }),
  ).toBeVisible();
  await expect(page).toHaveURL("/login");
  expect(await visitor.token()).toBeNull();
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
    await expect(page.getByRole("main")).toContainText(customer.email);

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
    for (const name of ["Add Tool", "Manage Tool", "Manage Orders"])
      await expect(sidebar.getByRole("link", { name })).toBeVisible();
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
  context,
  playwright,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^401 GET .*\/api\/orders\?/);
  await visitor.arriveAs(await shop.customer());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users Profile");
  expect(await visitor.token()).not.toBeNull();

  // The same session from another place, so that this browser keeps its cookie and its token.
  const elsewhere = await playwright.request.newContext({
    baseURL: shop.origin,
    storageState: await context.storageState(),
  });
  expect((await elsewhere.post("/api/identity/sign-out")).status()).toBe(200);
  await elsewhere.dispose();

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

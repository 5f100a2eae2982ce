import { ProviderPage } from "./provider-page.ts";
import { expect, type Page, test } from "./test.ts";
import { expectSmallAndRed } from "./visitor.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a forgotten password: a link by mail, a new password, and every old session is over", async ({
  page,
  shop,
  visitor,
  inbox,
  playwright,
  incidents,
}) => {
  incidents.expect(/^409 POST .*\/api\/identity\/password\/reset$/);
  const customer = await shop.customer();
  const elsewhere = await playwright.request.newContext({ baseURL: shop.origin });
  const { email, password } = customer;
  await elsewhere.post("/api/identity/sign-in", { data: { email, password } });

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The form before has an E-mail, too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("we have sent an e-mail with a link")).toBeVisible();

  const link = await inbox.linkFor(email, "/reset-password");
  const fresh = { ...customer, password: "a-new-one-with-ferns" };
  await test.step("the link sets a new password", async () => {
    await page.goto(link);
    await page.getByLabel("New password").fill("moss");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
      /Password must be 6 characters or longer/,
    );
    await page.getByLabel("New password").fill(fresh.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password is changed")).toBeVisible();
  });

  await test.step("whoever was logged in is logged out", async () => {
    expect((await elsewhere.get("/api/identity/session")).status()).toBe(401);
    await elsewhere.dispose();
  });

  await test.step("one logs in with the new one", async () => {
    await page.getByRole("link", { name: "Log in with the new password" }).click();
    await visitor.fillInLogin(fresh);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  });

  await test.step("the link works once", async () => {
    await page.goto("/blogs");
    await page.goto(link);
    await page.getByLabel("New password").fill("another-one");
    await page.getByRole("button", { name: "Change password" }).click();
    await expectSmallAndRed(page.getByRole("alert").filter({ hasText: "This link was used" }));
  });
});

test("an address is confirmed by the mailed link, and only by a press", async ({
  page,
  shop,
  visitor,
  inbox,
}) => {
  const customer = await shop.customer();
  await visitor.arriveAs(customer, "/dashboard/account");
  const email = section(page, "E-mail");
  await expect(email.getByText("Not confirmed yet")).toBeVisible();
  const link = await inbox.linkFor(customer.email, "/verify-email");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/email/verify")) sent.push(request.method());
  });
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your e-mail");
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("E-mail confirmed");
  await page.goto("/dashboard/account");
  await expect(email.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("who reads the mail elsewhere logs in first, and comes back to the link", async ({
  page,
  shop,
  visitor,
  inbox,
  incidents,
}) => {
  incidents.expect(/^401 POST .*\/email\/verify$/);
  const customer = await shop.customer();
  await page.goto(await inbox.linkFor(customer.email, "/verify-email"));
  await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
  await page.getByRole("link", { name: "Log in and come back" }).click();
  await visitor.fillInLogin(customer);
  await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("E-mail confirmed");
});

test("a changed password logs out the others, keeps this one, and the token goes on", async ({
  page,
  shop,
  visitor,
  playwright,
  incidents,
}) => {
  incidents.expect(/^422 POST .*\/api\/identity\/password\/change$/);
  const customer = await shop.customer();
  const { email, password } = customer;
  const elsewhere = await playwright.request.newContext({ baseURL: shop.origin });
  await elsewhere.post("/api/identity/sign-in", { data: { email, password } });
  await visitor.arriveAs(customer, "/dashboard/account");
  const form = section(page, "Password");

  await form.getByLabel("Current password").fill("wrong-by-far");
  await form.getByLabel("New password").fill("compost-and-rain");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByLabel("Current password")).toHaveAccessibleDescription(/is not right/);
  await expect(form.getByLabel("New password")).toHaveValue("compost-and-rain");

  await form.getByLabel("Current password").fill(password);
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(visitor.toast("Your password is changed")).toBeVisible();
  expect((await elsewhere.get("/api/identity/session")).status()).toBe(401);
  await elsewhere.dispose();

  await visitor.goToInDashboard("My Orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("one sees where one is logged in, and logs out elsewhere", async ({
  page,
  shop,
  visitor,
  playwright,
}) => {
  const customer = await shop.customer();
  const { email, password } = customer;
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const elsewhere = await playwright.request.newContext({ baseURL: shop.origin, userAgent });
  await elsewhere.post("/api/identity/sign-in", { data: { email, password } });
  await visitor.arriveAs(customer, "/dashboard/account");
  const devices = section(page, "Where you are logged in");
  await expect(devices.getByText("This one")).toHaveCount(1);
  await devices.getByRole("button", { name: "Log out Firefox on Linux" }).click();
  await expect(visitor.toast("Firefox on Linux is logged out")).toBeVisible();
  await expect(devices.getByText("Firefox on Linux")).toHaveCount(0);
  expect((await elsewhere.get("/api/identity/session")).status()).toBe(401);
  await elsewhere.dispose();

  await devices.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect(devices.getByText("You are not logged in anywhere else.")).toBeVisible();
});

test("a provider is added to one's account and taken away again", async ({
  page,
  shop,
  visitor,
  inbox,
  isMobile,
}) => {
  const customer = await shop.customer();
  await visitor.arriveAs(customer, await inbox.linkFor(customer.email, "/verify-email"));
  await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
  await expect(page.getByText("Thank you.")).toBeVisible();
  await page.goto("/dashboard/account");
  const ways = section(page, "Ways to log in");

  const there = await ProviderPage.reach(page, "Add Facebook", !isMobile);
  await there.allowAs({ name: "Robin on Facebook" });
  await expect(ways.getByText("Robin on Facebook")).toBeVisible();
  await expect(page).toHaveURL("/dashboard/account");

  await ways.getByRole("button", { name: "Remove Facebook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(ways.getByText("Robin on Facebook")).toBeVisible();
  await ways.getByRole("button", { name: "Remove Facebook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(visitor.toast("Facebook is no longer a way to log in")).toBeVisible();
  await expect(ways.getByRole("button", { name: "Add Facebook" })).toBeVisible();
});

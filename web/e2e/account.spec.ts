import { ConsentPage } from "./consent-page.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import { expectFormError } from "./user.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a password reset by e-mail ends every session", async ({
  page,
  shop,
  user,
  inbox,
  playwright,
  consoleErrors,
}) => {
  consoleErrors.expect(/^409 POST .*\/api\/identity\/password\/reset$/);
  const customer = await shop.customer();
  const other = await playwright.request.newContext({ baseURL: shop.origin });
  const { email, password } = customer;
  await other.post("/api/identity/sign-in", { data: { email, password } });

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The login form has an E-mail field, too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("we have sent an e-mail with a link")).toBeVisible();

  const link = await inbox.linkFor(email, "/reset-password");
  const changed = { ...customer, password: "a-new-one-with-ferns" };
  await test.step("the link sets a new password", async () => {
    await page.goto(link);
    await page.getByLabel("New password").fill("moss");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
      /Password must be 6 characters or longer/,
    );
    await page.getByLabel("New password").fill(changed.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password is changed")).toBeVisible();
  });

  await test.step("the other session has ended", async () => {
    expect((await other.get("/api/identity/session")).status()).toBe(401);
    await other.dispose();
  });

  await test.step("the new password logs in", async () => {
    await page.getByRole("link", { name: "Log in with the new password" }).click();
    await user.fillInLogin(changed);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
  });

  await test.step("the link works once", async () => {
    await page.goto("/blogs");
    await page.goto(link);
    await page.getByLabel("New password").fill("another-one");
    await page.getByRole("button", { name: "Change password" }).click();
    await expectFormError(
      page.getByRole("alert").filter({ hasText: "This link has expired or was already used." }),
    );
  });
});

test("an e-mail is confirmed by its link, and only after a click", async ({
  page,
  shop,
  user,
  inbox,
}) => {
  const customer = await shop.customer();
  await user.signInAs(customer, "/dashboard/account");
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

test("a signed-out browser logs in before it confirms the e-mail", async ({
  page,
  shop,
  user,
  inbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 POST .*\/email\/verify$/);
  const customer = await shop.customer();
  await page.goto(await inbox.linkFor(customer.email, "/verify-email"));
  await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
  await page.getByRole("link", { name: "Log in and come back" }).click();
  await user.fillInLogin(customer);
  await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("E-mail confirmed");
});

test("a password change ends the other sessions and keeps this one", async ({
  page,
  shop,
  user,
  playwright,
  consoleErrors,
}) => {
  consoleErrors.expect(/^422 POST .*\/api\/identity\/password\/change$/);
  const customer = await shop.customer();
  const { email, password } = customer;
  const other = await playwright.request.newContext({ baseURL: shop.origin });
  await other.post("/api/identity/sign-in", { data: { email, password } });
  await user.signInAs(customer, "/dashboard/account");
  const form = section(page, "Password");

  await form.getByLabel("Current password").fill("wrong-by-far");
  await form.getByLabel("New password").fill("compost-and-rain");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByLabel("Current password")).toHaveAccessibleDescription(/is not correct/);
  await expect(form.getByLabel("New password")).toHaveValue("compost-and-rain");

  await form.getByLabel("Current password").fill(password);
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(user.toast("Your password is changed")).toBeVisible();
  expect((await other.get("/api/identity/session")).status()).toBe(401);
  await other.dispose();

  await user.goToInDashboard("My Orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("an account lists its sessions and ends the others", async ({
  page,
  shop,
  user,
  playwright,
}) => {
  const customer = await shop.customer();
  const { email, password } = customer;
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const other = await playwright.request.newContext({ baseURL: shop.origin, userAgent });
  await other.post("/api/identity/sign-in", { data: { email, password } });
  await user.signInAs(customer, "/dashboard/account");
  const devices = section(page, "Where you are logged in");
  await expect(devices.getByText("This one")).toHaveCount(1);
  await devices.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
  await expect(user.toast("Firefox on Linux is signed out")).toBeVisible();
  await expect(devices.getByText("Firefox on Linux")).toHaveCount(0);
  expect((await other.get("/api/identity/session")).status()).toBe(401);
  await other.dispose();

  await devices.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(devices.getByText("You are not logged in anywhere else.")).toBeVisible();
});

test(
  "a provider is linked to an account and unlinked again",
  ON_PHONE_TOO,
  async ({ page, shop, user, inbox, isMobile }) => {
    const customer = await shop.customer();
    await user.signInAs(customer, await inbox.linkFor(customer.email, "/verify-email"));
    await page.getByRole("button", { name: "Yes, confirm my e-mail" }).click();
    await expect(page.getByText("Thank you.")).toBeVisible();
    await page.goto("/dashboard/account");
    const ways = section(page, "Ways to log in");

    const consent = await ConsentPage.open(page, "Add Facebook", !isMobile);
    await consent.allowAs({ name: "Robin on Facebook" });
    await expect(ways.getByText("Robin on Facebook")).toBeVisible();
    await expect(page).toHaveURL("/dashboard/account");

    await ways.getByRole("button", { name: "Remove Facebook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(ways.getByText("Robin on Facebook")).toBeVisible();
    await ways.getByRole("button", { name: "Remove Facebook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(user.toast("Facebook is no longer a way to log in")).toBeVisible();
    await expect(ways.getByRole("button", { name: "Add Facebook" })).toBeVisible();
  },
);

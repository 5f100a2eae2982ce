import { expect, test } from "./fixtures.ts";
import { expectFormError } from "./user.ts";

const BOTH = [
  { path: "/login", submit: "Login", other: "Create New Account", otherPath: "/signup" },
  {
    path: "/signup",
    submit: "Sign Up",
    other: "Already have an account? Please login",
    otherPath: "/login",
  },
];

test("both forms validate on submit, then on every change, and link to each other", async ({
  page,
}) => {
  for (const { path, submit, other, otherPath } of BOTH)
    await test.step(path, async () => {
      await page.goto(path);
      const main = page.getByRole("main");
      const name = main.getByLabel("Name", { exact: true });
      const email = main.getByLabel("E-mail");
      const password = main.getByLabel("Password");
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() !== "GET") sent.push(request.url());
      });

      const hint = path === "/signup" ? "At least 6 characters" : "";
      await email.fill("Robin");
      await password.fill("moss");
      await password.blur();
      await expect(email).toHaveAccessibleDescription("");
      await expect(password).toHaveAccessibleDescription(hint);
      await main.getByRole("button", { name: submit }).click();
      await expect(email).toHaveAccessibleDescription("Provide a valid email");
      await expect(password).toHaveAccessibleDescription(
        `${hint} Password must be 6 characters or longer`.trim(),
      );

      await email.fill("");
      await expect(email).toHaveAccessibleDescription("Email is required");
      await password.fill("");
      await expect(password).toHaveAccessibleDescription(`${hint} password is required`.trim());
      await email.fill("robin@example.com");
      await expect(email).toHaveAccessibleDescription("");
      await password.fill("mosses");
      await expect(password).toHaveAccessibleDescription(hint);
      await expect(name).toHaveCount(path === "/signup" ? 1 : 0);
      if (path === "/signup") {
        await expect(name).toHaveAccessibleDescription("Name is required");
        await name.fill("Robin");
        await expect(name).toHaveAccessibleDescription("");
      }
      expect(sent).toEqual([]);

      await main.getByRole("link", { name: other, exact: true }).click();
      await expect(page).toHaveURL(otherPath);
      await main.getByRole("link", { name: submit, exact: true }).click();
      await expect(page).toHaveURL(path);
    });
});

test("a wrong password is reported under the form", async ({ page, shop, user, consoleErrors }) => {
  consoleErrors.expect(/^401 POST .*\/api\/identity\/sign-in$/);
  const customer = await shop.customer();
  await page.goto("/login");
  await user.fillInLogin({ ...customer, password: "wrong-by-far" });
  await expectFormError(page.getByRole("alert").filter({ hasText: /password/i }));
  await expect(page).toHaveURL("/login");
  expect(await user.token()).toBeNull();
});

test("a sign-up with an e-mail that has an account is reported under the form", async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expect(/^409 POST .*\/api\/identity\/sign-up$/);
  const { name, email, password } = await shop.customer();
  await page.goto("/signup");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expectFormError(page.getByRole("alert").filter({ hasText: /\w/ }));
  await expect(page).toHaveURL("/signup");

  await page.getByRole("link", { name: "Log in with this e-mail" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
});

test("login and sign-up say which tool they are for, and the sign-up leads on to it", async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
  const tool = await shop.toolAt(3);
  const { name, email, password } = shop.newAccount();
  await page.goto("/tool");
  await page.getByRole("link", { name: `Purchase ${tool.name}` }).click();
  await expect(page).toHaveURL("/login");
  const main = page.getByRole("main");
  await expect(main).toContainText(`Log in to purchase ${tool.name}`);
  await main.getByRole("link", { name: "Create New Account" }).click();
  await expect(main).toContainText(`Sign up to purchase ${tool.name}`);
  await main.getByLabel("Name", { exact: true }).fill(name);
  await main.getByLabel("E-mail").fill(email);
  await main.getByLabel("Password").fill(password);
  await main.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(`/tools/${tool._id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(tool.name);
  await page.goBack();
  await expect(page).toHaveURL("/tool");
});

test("a password can be shown", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password");
  await password.fill("moss-and-fern");
  await expect(password).toHaveAttribute("type", "password");
  const show = page.getByRole("button", { name: "Show characters" });
  await show.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("moss-and-fern");
  await show.click();
  await expect(password).toHaveAttribute("type", "password");
});

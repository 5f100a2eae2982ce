import { ConsentPage, PROVIDERS, type Provider, verifiesEmail } from "./consent-page.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import { expectFormError } from "./user.ts";

const NOT_SIGNED_IN = /^401 GET .*\/api\/identity\/session$/;

const formError = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

const openConsent = (page: Page, provider: Provider, isMobile: boolean) =>
  ConsentPage.open(page, `Continue with ${provider}`, !isMobile);

for (const provider of PROVIDERS)
  test(
    `${provider} logs in and returns to the requested page`,
    // One provider that confirms the e-mail, and one that does not.
    provider === "google" || provider === "facebook" ? ON_PHONE_TOO : {},
    async ({ page, shop, user, inbox, isMobile, consoleErrors }) => {
      consoleErrors.expect(NOT_SIGNED_IN);
      const { name, email } = shop.newAccount();
      const tool = await shop.toolAt(3);
      const wanted = `/tools/${tool._id}?from=email`;
      await page.goto("/blogs");
      await page.goto(wanted);
      await expect(page).toHaveURL("/login");

      await test.step("at the provider", async () => {
        const consent = await openConsent(page, provider, isMobile);
        await consent.allowAs({ name, email });
      });

      if (!verifiesEmail(provider))
        await test.step("an e-mail that the provider does not confirm is confirmed by a link", async () => {
          await expect(page).toHaveURL("/finish");
          expect(await user.token()).toBeNull();
          await expect(page.getByLabel("Name")).toHaveValue(name);
          await page.getByLabel("E-mail").fill(email);
          await page.getByRole("button", { name: "Send me a link" }).click();
          const tab = await page.context().newPage();
          await tab.goto(await inbox.linkFor(email, "/finish"));
          await tab.getByRole("button", { name: "Finish" }).click();
          await expect(tab).toHaveURL("/");
          await tab.close();
        });

      await expect(page).toHaveURL(wanted);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(tool.name);
      await expect(page.getByLabel("E-mail")).toHaveValue(email);
      expect(await user.token()).not.toBeNull();

      await test.step("the login form is not in the history", async () => {
        await page.goBack();
        if (!isMobile) await expect(page).toHaveURL("/blogs");
        await expect(page).not.toHaveURL(/\/(?:login|finish)/);
      });
    },
  );

test(
  "a refused consent is reported under the form",
  ON_PHONE_TOO,
  async ({ page, user, isMobile }) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill("robin@example.com");
    const consent = await openConsent(page, "google", isMobile);
    await consent.refuse();
    await expectFormError(formError(page, "Google"));
    await expect(page).toHaveURL("/login");
    expect(await user.token()).toBeNull();
    // A popup keeps the input of the form. A redirect loses it.
    if (!isMobile) await expect(page.getByLabel("E-mail")).toHaveValue("robin@example.com");
  },
);

test("a sign-up by a provider leads to the tools", async ({ page, shop, isMobile }) => {
  const { name, email } = shop.newAccount();
  await page.goto("/signup");
  const consent = await openConsent(page, "google", isMobile);
  await consent.allowAs({ name, email });
  await expect(page).toHaveURL("/tool");
  await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
});

test("a refused consent is reported on the sign-up form", async ({ page, isMobile }) => {
  await page.goto("/signup");
  const consent = await openConsent(page, "google", isMobile);
  await consent.refuse();
  await expectFormError(formError(page, "Google"));
  await expect(page).toHaveURL("/signup");
});

test.describe("in a popup", () => {
  test.skip(({ isMobile }) => isMobile, "a phone redirects");

  test("after the popup is closed, another attempt works", async ({ page, shop }) => {
    const { name, email } = shop.newAccount();
    await page.goto("/login");
    const consent = await openConsent(page, "google", false);
    await consent.close();
    await expectFormError(formError(page, "was closed"));

    const again = await openConsent(page, "google", false);
    await expect(formError(page, "was closed")).toHaveCount(0);
    await again.allowAs({ name, email });
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
  });

  test("when the popup is blocked, the page redirects and returns", async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expect(NOT_SIGNED_IN);
    const { name, email } = shop.newAccount();
    const tool = await shop.toolAt(4);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`/tools/${tool._id}`);
    const consent = await ConsentPage.open(page, "Continue with github", false);
    await consent.allowAs({ name, email });
    await expect(page).toHaveURL(`/tools/${tool._id}`);
  });
});

test("a second login by a provider finds the same account", async ({
  page,
  shop,
  user,
  isMobile,
}) => {
  const { name, email } = shop.newAccount();
  await page.goto("/login");
  await (await openConsent(page, "github", isMobile)).allowAs({ name, email });
  await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
  await user.signOut();
  await user.goTo("Login");
  await (await openConsent(page, "github", isMobile)).allowAs({ name, email });
  await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
  await page.goto("/dashboard/account");
  const methods = page.getByRole("region", { name: "Ways to log in" });
  await expect(methods.getByRole("button", { name: "Remove GitHub" })).toBeVisible();
  await expect(methods.getByText("E-mail and password")).toHaveCount(0);
});

import { PROVIDERS, type Provider, ProviderPage, vouches } from "./provider-page.ts";
import { expect, type Page, test } from "./test.ts";
import { expectSmallAndRed } from "./visitor.ts";

const NOT_SIGNED_IN = /^401 GET .*\/api\/identity\/session$/;

const faultUnderTheForm = (page: Page, text: string) =>
  page.getByRole("alert").filter({ hasText: text });

const reach = (page: Page, provider: Provider, isMobile: boolean) =>
  ProviderPage.reach(page, `Continue with ${provider}`, !isMobile);

for (const provider of PROVIDERS)
  test(`${provider} lets one in, and one is back where one wanted to go`, async ({
    page,
    shop,
    visitor,
    inbox,
    isMobile,
    incidents,
  }) => {
    incidents.expect(NOT_SIGNED_IN);
    const { name, email } = shop.newAccount();
    const tool = await shop.someTool(3);
    const wanted = `/tools/${tool._id}?from=letter`;
    await page.goto("/blogs");
    await page.goto(wanted);
    await expect(page).toHaveURL("/login");

    await test.step("at the provider", async () => {
      const there = await reach(page, provider, isMobile);
      await there.allowAs({ name, email });
    });

    if (!vouches(provider))
      await test.step("an address that nobody vouches for is proved by a code", async () => {
        await expect(page).toHaveURL("/finish");
        expect(await visitor.token()).toBeNull();
        await expect(page.getByLabel("Name")).toHaveValue(name);
        await page.getByLabel("E-mail").fill(email);
        await page.getByRole("button", { name: "Send me a code" }).click();
        await page.getByLabel("Code").fill(await inbox.codeFor(email));
        await page.getByRole("button", { name: "Finish" }).click();
      });

    await expect(page).toHaveURL(wanted);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(tool.name);
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    expect(await visitor.token()).not.toBeNull();

    await test.step("the form is not in the way back", async () => {
      await page.goBack();
      if (!isMobile) await expect(page).toHaveURL("/blogs");
      await expect(page).not.toHaveURL(/\/(?:login|finish)/);
    });
  });

for (const provider of PROVIDERS)
  test(`who says no to ${provider} is told so under the form, and stays`, async ({
    page,
    visitor,
    isMobile,
  }) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill("robin@example.com");
    const there = await reach(page, provider, isMobile);
    await there.refuse();
    await expectSmallAndRed(faultUnderTheForm(page, "did not sign you in"));
    await expect(page).toHaveURL("/login");
    expect(await visitor.token()).toBeNull();
    // A page that went away for it has lost it; one that opened a window has not.
    if (!isMobile) await expect(page.getByLabel("E-mail")).toHaveValue("robin@example.com");
  });

test("from the sign-up one gets to the tools", async ({ page, shop, isMobile }) => {
  const { name, email } = shop.newAccount();
  await page.goto("/signup");
  const there = await reach(page, "google", isMobile);
  await there.allowAs({ name, email });
  await expect(page).toHaveURL("/tool");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("a sign-up that a provider breaks off says so on the sign-up", async ({ page, isMobile }) => {
  await page.goto("/signup");
  const there = await reach(page, "google", isMobile);
  await there.refuse();
  await expectSmallAndRed(faultUnderTheForm(page, "Google did not sign you in"));
  await expect(page).toHaveURL("/signup");
});

test("an answer that proves nothing signs nobody in", async ({ page, shop, visitor, isMobile }) => {
  const { name, email } = shop.newAccount();
  await page.goto("/login");
  const there = await reach(page, "google", isMobile);
  await there.answerWrongly("signed by somebody else");
  await there.allowAs({ name, email });
  await expectSmallAndRed(faultUnderTheForm(page, "could not verify the response"));
  await expect(page.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
  expect(await visitor.token()).toBeNull();
});

test.describe("in a window of its own", () => {
  test.skip(({ isMobile }) => isMobile, "on a phone the page itself goes");

  test("a window that is closed leaves the form as it was, and another try works", async ({
    page,
    shop,
  }) => {
    const { name, email } = shop.newAccount();
    await page.goto("/login");
    const there = await reach(page, "google", false);
    await there.close();
    await expectSmallAndRed(faultUnderTheForm(page, "was closed before you were signed in"));

    const again = await reach(page, "google", false);
    await expect(faultUnderTheForm(page, "was closed")).toHaveCount(0);
    await again.allowAs({ name, email });
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  });

  test("where no window may open, the page itself goes, and comes back", async ({
    page,
    shop,
    incidents,
  }) => {
    incidents.expect(NOT_SIGNED_IN);
    const { name, email } = shop.newAccount();
    const tool = await shop.someTool(4);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`/tools/${tool._id}`);
    const there = await ProviderPage.reach(page, "Continue with github", false);
    await there.allowAs({ name, email });
    await expect(page).toHaveURL(`/tools/${tool._id}`);
  });
});

test("who signs in by a provider again is the same person, and one's account says so", async ({
  page,
  shop,
  visitor,
  isMobile,
}) => {
  const { name, email } = shop.newAccount();
  await page.goto("/login");
  await (await reach(page, "github", isMobile)).allowAs({ name, email });
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await visitor.signOut();
  await visitor.goTo("Login");
  await (await reach(page, "github", isMobile)).allowAs({ name, email });
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await page.goto("/dashboard/account");
  const ways = page.getByRole("region", { name: "Ways to log in" });
  await expect(ways.getByRole("button", { name: "Remove GitHub" })).toBeVisible();
  await expect(ways.getByText("E-mail and password")).toHaveCount(0);
});

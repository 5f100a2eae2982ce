import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import type { Inbox } from "./inbox.ts";
import { askForCode, enterCode, nationalFormat, newNumber } from "./phone.ts";
import { expectFormError } from "./user.ts";

const MINUTES = 60_000;

const formError = (page: Page, text: string | RegExp) =>
  page.getByRole("alert").filter({ hasText: text });

const otherThan = (code: string) => (code === "111111" ? "222222" : "111111");

async function finish(page: Page, { name, email }: { name: string; email: string }, inbox: Inbox) {
  await expect(page).toHaveURL("/finish");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  // The link opens in a tab of its own, as from a mail program, while the first tab waits.
  const tab = await page.context().newPage();
  await tab.goto(await inbox.linkFor(email, "/finish"));
  await tab.getByRole("button", { name: "Finish" }).click();
  await expect(tab).toHaveURL("/");
  await tab.close();
}

test(
  "a phone login refuses a wrong code, and the right code returns to the requested page",
  ON_PHONE_TOO,
  async ({ page, shop, user, inbox, consoleErrors }) => {
    consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
    consoleErrors.expect(/^422 POST .*\/api\/identity\/phone\/verify$/);
    const account = shop.newAccount();
    const number = newNumber();
    await page.goto("/dashboard/review?from=email");
    await expect(page).toHaveURL("/login");

    await test.step("an invalid number is not sent", async () => {
      await page.getByRole("button", { name: "Continue with phone" }).click();
      await page.getByRole("button", { name: "Send me a code" }).click();
      await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(
        "Phone number is required",
      );
      await page.getByLabel("Phone number").fill("call me");
      await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(
        "Provide a valid phone number",
      );
      await page.getByRole("button", { name: "Use e-mail and password instead" }).click();
    });

    await askForCode(page, number);
    const code = await inbox.codeForPhone(number);

    await test.step("a wrong code", async () => {
      await enterCode(page, otherThan(code));
      await expectFormError(formError(page, "This is not the code we sent."));
      expect(await user.token()).toBeNull();
    });

    await enterCode(page, code);
    await finish(page, account, inbox);
    await expect(page).toHaveURL("/dashboard/review?from=email");
    await expect(page.getByLabel("E-mail")).toHaveValue(account.email);
    expect(await user.token()).not.toBeNull();
  },
);

test("a phone is removed from an account that has another login method", async ({
  page,
  shop,
  user,
  inbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/^409 DELETE .*\/api\/identity\/login-methods\/phone$/);
  const number = newNumber();
  await page.goto("/login");
  await askForCode(page, number);
  await enterCode(page, await inbox.codeForPhone(number));
  await finish(page, shop.newAccount(), inbox);
  await expect(page).toHaveURL("/");
  await page.goto("/dashboard/account");
  const ways = page.getByRole("region", { name: "Ways to log in" });
  const dialog = page.getByRole("dialog");
  const remove = async () => {
    await ways.getByRole("button", { name: "Remove Phone" }).click();
    await expect(dialog).toHaveAccessibleName("Remove your phone?");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(dialog).toBeHidden();
  };
  await expect(ways.getByText(number)).toBeVisible();

  await test.step("the last login method stays", async () => {
    await remove();
    await expect(ways.getByRole("alert")).toContainText("your only way to log in");
    await expect(ways.getByText(number)).toBeVisible();
  });

  const password = page.getByRole("region", { name: "Password", exact: true });
  await password.getByLabel("New password").fill("compost-and-rain");
  await password.getByRole("button", { name: "Set password" }).click();
  await expect(user.toast("Your password is set")).toBeVisible();
  await expect(ways.getByText("E-mail and password")).toBeVisible();
  await remove();
  await expect(user.toast("Your phone is no longer a way to log in")).toBeVisible();
  await expect(ways.getByText(number)).toHaveCount(0);
});

test("an expired code is reported, and another one works", async ({
  page,
  shop,
  inbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/^409 POST .*\/api\/identity\/phone\/verify$/);
  consoleErrors.expect(/^422 POST .*\/api\/identity\/phone\/verify$/);
  await page.clock.install();
  const number = newNumber();
  await page.goto("/login");
  await askForCode(page, number);
  await expect(page.getByText(/^It is valid for another [45]:/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send another code" })).toHaveCount(0);

  await test.step("too many wrong codes end a code early", async () => {
    const wrong = otherThan(await inbox.codeForPhone(number));
    for (let tries = 0; tries < 5; tries += 1) {
      const response = page.waitForResponse(/\/phone\/verify$/);
      await enterCode(page, wrong);
      expect((await response).ok()).toBe(false);
      await expect(formError(page, /\w/)).toBeVisible();
    }
    await enterCode(page, await inbox.codeForPhone(number));
    await expectFormError(formError(page, "Please request a new one."));
  });

  await test.step("the page reports the expiry", async () => {
    await page.clock.fastForward(5 * MINUTES);
    await expect(page.getByText("This code has expired. Send another one.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send another code" })).toBeVisible();
  });

  await test.step("the number can be corrected", async () => {
    await page.getByRole("button", { name: "Use another number" }).click();
    await expect(page.getByLabel("Phone number")).toHaveValue(nationalFormat(number));
    const other = newNumber();
    await page.getByLabel("Phone number").fill(nationalFormat(other));
    await page.getByRole("button", { name: "Send me a code" }).click();
    await enterCode(page, await inbox.codeForPhone(other));
    await finish(page, shop.newAccount(), inbox);
    await expect(page).toHaveURL("/");
  });
});

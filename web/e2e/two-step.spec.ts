import { createHmac } from "node:crypto";
import { expect, type Page, test } from "./fixtures.ts";

/** What an authenticator app with this secret shows, so many steps of 30 seconds from now. */
function appCode(secret: string, stepsAhead = 0): string {
  const bits = [...secret].map((char) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac("sha1", key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

const section = (page: Page) => page.getByRole("region", { name: "Two-step login", exact: true });

test("two-step login is turned on, asked for at the next login, and replaced by a recovery code", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 POST .*\/identity\/sign-in$/);
  consoleErrors.expect(/^422 POST .*\/identity\/second-factor\/sign-in$/);
  const customer = await shop.customer();
  await user.signInAs(customer, "/dashboard/account");

  const dialog = page.getByRole("dialog");
  let secret = "";
  let recoveryCode = "";
  await test.step("turn it on", async () => {
    await section(page).getByRole("button", { name: "Turn on" }).click();
    await dialog.getByLabel("Your password").fill(customer.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for your app" })).toBeVisible();
    secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await dialog.getByLabel("Code that the app shows").fill(appCode(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(10);
    recoveryCode = (await dialog.getByRole("listitem").first().textContent()) ?? "";
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await expect(section(page)).toContainText("You have 10 recovery codes left.");
  });

  const firstStep = async () => {
    await user.signOut();
    await page.goto("/login");
    await user.fillInLogin(customer);
  };
  const form = page.getByRole("main");
  await test.step("log in with a code of the app", async () => {
    await firstStep();
    await form.getByLabel("Code").fill("000000");
    await form.getByRole("button", { name: "Login" }).click();
    await expect(form.getByText("This code is not right")).toBeVisible();
    // The first code is used up. The next one is accepted a little early.
    await form.getByLabel("Code").fill(appCode(secret, 1));
    await form.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL("/");
  });

  await test.step("log in with a recovery code", async () => {
    await page.goto("/dashboard");
    await firstStep();
    await form.getByRole("button", { name: "Use a recovery code instead" }).click();
    await form.getByLabel("Recovery code").fill(recoveryCode);
    await form.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/dashboard/account");
    await expect(section(page)).toContainText("You have 9 recovery codes left.");
  });
});

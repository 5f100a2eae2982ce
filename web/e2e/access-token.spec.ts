import { expect, test } from "./fixtures.ts";

const MINUTES = 60_000;

test("an access token is renewed before it expires while the page is in use", async ({
  page,
  shop,
  user,
}) => {
  await page.clock.install();
  await user.signInAs(await shop.customer());
  await expect(page.getByLabel("Location")).toBeVisible();
  const first = await user.token();
  expect(first).not.toBeNull();

  await test.step("an idle page renews nothing", async () => {
    await page.clock.fastForward(52 * MINUTES);
    expect(await user.token()).toBe(first);
  });

  await test.step("typing renews the token", async () => {
    const renewed = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByLabel("Location").pressSequentially("Halifax");
    await page.clock.fastForward(1 * MINUTES);
    expect((await renewed).status()).toBe(200);
    await expect.poll(() => user.token()).not.toBe(first);
    await expect(page.getByLabel("Location")).toHaveValue("Halifax");
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
  });

  await test.step("the new token works", async () => {
    await user.goToInDashboard("My Orders");
    await expect(page.getByText("No orders yet")).toBeVisible();
  });
});

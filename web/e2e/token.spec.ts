import { expect, test } from "./test.ts";

const MINUTES = 60_000;

test("a token is renewed before it ends, while somebody uses the page, and nothing is seen of it", async ({
  page,
  shop,
  visitor,
}) => {
  await page.clock.install();
  await visitor.arriveAs(await shop.customer());
  await expect(page.getByLabel("Location")).toBeVisible();
  const first = await visitor.token();
  expect(first).not.toBeNull();

  await test.step("an hour is long for who is away: nothing is asked for", async () => {
    await page.clock.fastForward(52 * MINUTES);
    expect(await visitor.token()).toBe(first);
  });

  await test.step("who types has another one before the hour is over", async () => {
    const renewed = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.getByLabel("Location").pressSequentially("Halifax");
    await page.clock.fastForward(1 * MINUTES);
    expect((await renewed).status()).toBe(200);
    await expect.poll(() => visitor.token()).not.toBe(first);
    await expect(page.getByLabel("Location")).toHaveValue("Halifax");
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
  });

  await test.step("and goes on with it", async () => {
    await visitor.goToInDashboard("My Orders");
    await expect(page.getByText("No orders yet")).toBeVisible();
  });
});

test("a token that opens another account's orders signs out and goes home", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^403 GET .*\/api\/orders\?/);
  const other = await shop.customer();
  await visitor.arriveAs(await shop.customer());
  await expect(page.getByLabel("Location")).toBeVisible();
  await page.evaluate((token) => localStorage.setItem("accessToken", token), other.desk.token);

  await visitor.goToInDashboard("My Orders");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  expect(await visitor.token()).toBeNull();
});

import { expect, ON_PHONE_TOO, test } from "./fixtures.ts";

test(
  "nine impatient presses on Purchase place one order",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const customer = await shop.customer();
    const tool = await shop.toolAt(11);
    await user.signInAs(customer, `/tools/${tool._id}`);
    const release = await user.holdResponses("**/api/orders");
    const purchase = page.getByRole("button", { name: "Purchase", exact: true });
    await purchase.scrollIntoViewIfNeeded();
    const box = await purchase.boundingBox();
    if (!box) throw new Error("Purchase is not on the screen");
    for (let press = 1; press <= 9; press += 1) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.keyboard.press("Enter");
    }
    release();
    await expect(page).toHaveURL(/\/dashboard\/payment\/[\w-]+$/);
    expect(await customer.api.orders()).toHaveLength(1);
    const backToSlip = async () => {
      await page.waitForURL("**/dashboard/payment/*");
      await page.goBack();
      await expect(page.getByRole("heading", { name: "Your order is placed" })).toBeVisible();
    };

    await test.step("the next order goes to the same address", async () => {
      await page.unroute("**/api/orders");
      await backToSlip();
      await page.getByRole("button", { name: "Order another" }).click();
      await page.getByLabel("Address").fill("7 Heron Court");
      await purchase.click();
      await backToSlip();
      await expect(page.getByRole("region", { name: "Your order is placed" })).toContainText(
        "7 Heron Court",
      );
      await page.getByRole("button", { name: "Order another" }).click();
      await expect(page.getByLabel("Address")).toHaveValue("7 Heron Court");
    });
  },
);

test("a phone shows price, minimum, quantity, total and Purchase in the first view", async ({
  page,
  shop,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tool = await shop.toolAt(12);
  await user.signInAs(await shop.customer(), `/tools/${tool._id}`);
  const main = page.getByRole("main");
  const quantity = main.getByRole("spinbutton", { name: "Order quantity" });
  const purchase = main.getByRole("button", { name: "Purchase", exact: true });
  for (const part of [
    main.getByRole("definition").nth(0),
    main.getByRole("definition").nth(2),
    quantity,
    main.locator("output"),
    purchase,
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  const picture = await main.getByRole("img", { name: tool.name }).boundingBox();
  expect(picture?.height).toBeLessThanOrEqual(0.45 * 844);

  await test.step("the bar stays in place and covers no field", async () => {
    const before = await purchase.boundingBox();
    await page.getByLabel("Phone").focus();
    expect(await purchase.boundingBox()).toEqual(before);
    const bar = await page.locator(".purchase-bar").boundingBox();
    const field = await page.getByLabel("Phone").boundingBox();
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const copyright = await page.getByText("All rights reserved").boundingBox();
    expect((copyright?.y ?? 0) + (copyright?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });
});

test("the mouse wheel does not change the quantity", async ({ page, shop, user }) => {
  const tool = await shop.toolAt(12);
  await user.signInAs(await shop.customer(), `/tools/${tool._id}`);
  const quantity = page.getByRole("spinbutton", { name: "Order quantity" });
  await quantity.click();
  await page.mouse.wheel(0, -300);
  await expect(quantity).toHaveValue(String(tool.minimumQuantity));
});

test("a small laptop shows total and Purchase in the first view", async ({ page, shop, user }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const tool = await shop.toolAt(12);
  await user.signInAs(await shop.customer(), `/tools/${tool._id}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: "Purchase", exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(main.locator("output")).toBeInViewport({ ratio: 1 });
});

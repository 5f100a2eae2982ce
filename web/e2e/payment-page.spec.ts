import { CARDS } from "./card-field.ts";
import { expect, test } from "./fixtures.ts";

test("Pay on an order that was deleted elsewhere says that the order is gone", async ({
  page,
  shop,
  user,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(/^400 POST .*\/confirm$/);
  consoleErrors.expect(/^404 GET .*\/api\/orders\//);
  consoleErrors.expect(/^410 GET .*\/api\/purchases\//);
  const { api, ...customer } = await shop.customer();
  const order = await api.placeOrder(await shop.toolAt(6));
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  await expect(page.getByRole("definition").filter({ hasText: "12 Fern Lane" })).toBeVisible();
  await card.type(CARDS.pays);
  await api.deleteOrder(order);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This order was deleted" })).toBeVisible();
  await expect(page.getByText("PaymentIntent")).toHaveCount(0);
});

test("an order without an address says so before it is paid", async ({ page, shop, user }) => {
  const { api, ...customer } = await shop.customer();
  const tool = await shop.toolAt(6);
  const order = await api.placeOrder(tool, tool.minimumQuantity, "");
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  await expect(page.getByText("Where shall we send it? Please add an address.")).toBeVisible();
});

test("a payment that ended after ten declined cards starts again on the same page", async ({
  page,
  shop,
  user,
  card,
  consoleErrors,
}) => {
  consoleErrors.expect(/^402 POST .*\/confirm$/);
  consoleErrors.expect(/^400 POST .*\/confirm$/);
  const { api, ...customer } = await shop.customer();
  const order = await api.placeOrder(await shop.toolAt(6));
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  const pay = page.getByRole("button", { name: "Pay", exact: true });
  const stopped = page.getByText("This payment was stopped and you were not charged.");
  const declined = page.getByText("Your card was declined.");
  await card.type(CARDS.declined);
  await pay.click();
  await expect(declined).toBeVisible();
  for (let declines = 1; declines < 9; declines += 1) await api.declineCard(order);
  // The shop ends the payment when it hears of the tenth, so one or two more may be declined.
  await expect(async () => {
    const confirmed = page.waitForResponse(/\/confirm$/);
    await pay.click();
    expect((await confirmed).status(), "the payment has ended").toBe(400);
  }).toPass();
  await expect(stopped).toBeVisible();
  await expect(page.getByText("PaymentIntent")).toHaveCount(0);

  await card.type(CARDS.pays);
  await pay.click();
  await expect(page.getByText(/^Congratulation!/).first()).toBeVisible();
});

import { ADMIN, expect, ON_PHONE_TOO, test } from "./fixtures.ts";
import { expandOrder, ordersOf, timelineOf } from "./orders-table.ts";

test(
  "a customer expands the timeline of an order and collapses it again",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const [unpaid, paid] = [await shop.toolAt(20), await shop.toolAt(21)];
    const buyer = await shop.customer();
    await buyer.api.placeOrder(unpaid);
    await buyer.api.pay(await buyer.api.placeOrder(paid));
    await user.signInAs(buyer, "/dashboard/myOrders");

    const toggle = await expandOrder(user, "My orders", unpaid);
    await expect(timelineOf(page, unpaid)).toHaveText([
      /^Placed, done\w+ \d{1,2}, \d{4}$/,
      /^Paid, not yetWaiting for payment$/,
      /^Approved and shipped, not yetAfter payment$/,
    ]);
    await expect(timelineOf(page, unpaid).first().locator("time")).toHaveAttribute(
      "datetime",
      /^\d{4}-\d\d-\d\dT/,
    );
    await expandOrder(user, "My orders", paid);
    await expect(timelineOf(page, paid).nth(1)).toHaveText(/^Paid, done\w+ \d{1,2}, \d{4}$/);
    await expect(timelineOf(page, paid).nth(2)).toHaveText(/Being packed$/);

    await toggle.press("Enter");
    await expect(toggle).toBeFocused();
    await expect(timelineOf(page, unpaid)).toHaveCount(0);
    await expect(timelineOf(page, paid)).toHaveCount(3);
  },
);

test("the owner sees where to ship an order, with address and phone unswapped", async ({
  page,
  shop,
  user,
}) => {
  const tool = await shop.toolAt(22);
  const buyer = await shop.customer();
  const { api } = buyer;
  const order = await (await shop.admin()).ship(await api.pay(await api.placeOrder(tool)));
  expect(order).toMatchObject({ address: "902 555 0101", phone: "12 Fern Lane, Halifax" });

  await user.signInAs(ADMIN, ordersOf(buyer));
  await expandOrder(user, "All orders", tool);
  await expect(timelineOf(page, tool).nth(2)).toHaveText(
    /^Approved and shipped, done\w+ \d{1,2}, \d{4}$/,
  );
  const details = page.getByRole("row").filter({ has: page.getByRole("list") });
  const detail = (title: string) =>
    details.getByRole("term").filter({ hasText: title }).locator("+ dd");
  await expect(detail("Ship to")).toHaveText(`${buyer.name}12 Fern Lane, Halifax`);
  await expect(detail("Phone")).toHaveText("902 555 0101");
});

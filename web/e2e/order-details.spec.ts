import { ADMIN, expect, ON_PHONE_TOO, test } from "./fixtures.ts";
import { expandOrder, ordersOf, timelineOf } from "./orders-table.ts";
import { dollars } from "./user.ts";

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
    await expect(timelineOf(page, paid).nth(2)).toHaveText(/To ship$/);

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

test(
  "the owner ships with a tracking number and writes notes, and the customer follows the parcel",
  ON_PHONE_TOO,
  async ({ page, shop, user, consoleErrors }) => {
    consoleErrors.expect(/^422 PATCH /);
    const tool = await shop.toolAt(22);
    const buyer = await shop.customer();
    const { _id, number } = await buyer.api.pay(await buyer.api.placeOrder(tool));

    await user.signInAs(ADMIN, ordersOf(buyer));
    await page.getByRole("link", { name: `Order #${number}` }).click();
    await expect(page.getByRole("heading", { name: `Order #${number}` })).toBeVisible();
    await page.getByRole("button", { name: /^Add tracking/ }).click();
    const dialog = page.getByRole("dialog", { name: `Ship order #${number}` });
    await expect(dialog.getByLabel("Carrier")).toBeFocused();
    await dialog.getByLabel("Carrier").selectOption("Other");
    await dialog.getByLabel("Tracking number").fill("1Z 999");
    await dialog.getByLabel("Link to follow the parcel").fill("http://bike.example");
    await dialog.getByRole("button", { name: "Ship" }).click();
    await expect(dialog.getByText("Please enter a link that starts with https://.")).toBeVisible();
    await dialog.getByLabel("Carrier").selectOption("UPS");
    await dialog.getByRole("button", { name: "Ship" }).click();
    await expect(user.toast(`Order #${number} is shipped`)).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: " · by " })).toHaveText(
      /^Approved and shipped/,
    );

    await page.getByLabel("Your notes").fill("Ring twice");
    await page.getByRole("button", { name: "Save notes" }).click();
    await expect(user.toast("The notes are saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Your notes")).toHaveValue("Ring twice");
    await page.getByRole("link", { name: /^Packing slip/ }).click();
    await expect(page.getByRole("main")).toContainText("12 Fern Lane, Halifax");
    await expect(page.getByRole("main")).not.toContainText("$");

    await user.signOut();
    await user.signInAs(buyer, "/dashboard/myOrders");
    await expect(page.getByRole("link", { name: "UPS 1Z999" })).toHaveAttribute(
      "href",
      "https://www.ups.com/track?tracknum=1Z999",
    );
    await expandOrder(user, "My orders", tool);
    await page.getByRole("link", { name: /^Receipt/ }).click();
    await expect(page).toHaveURL(`/dashboard/myOrders/${_id}/receipt`);
    await expect(page.getByRole("main")).toContainText(`order #${number}`);
    await expect(page.getByRole("main")).toContainText("Paid by card on");
    const total = dollars(tool.price * tool.minimumQuantity);
    await expect(page.getByRole("cell").last()).toHaveText(`${total} CAD`);
  },
);

test(
  "an address is corrected by the customer before and after payment, and by the owner",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const tool = await shop.toolAt(22);
    const buyer = await shop.customer();
    const { api } = buyer;
    const order = await api.placeOrder(tool, tool.minimumQuantity, "");
    const correct = async (button: RegExp, address: string) => {
      await page.getByRole("button", { name: button }).click();
      const dialog = page.getByRole("dialog", { name: "Where shall we send it?" });
      await expect(dialog.getByLabel("Address")).toBeFocused();
      await expect(dialog.getByLabel("Phone")).toHaveValue("902 555 0101");
      await dialog.getByLabel("Address").fill(address);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
      await expect(user.toast("The address is saved")).toBeVisible();
      await page.getByRole("button", { name: "close" }).click();
      await expect(page.getByRole("definition").filter({ hasText: address })).toBeVisible();
      // Stored as specified: the address in `phone`.
      expect(await api.getOrder(order._id)).toMatchObject({
        phone: address,
        address: "902 555 0101",
      });
    };

    await user.signInAs(buyer, `/dashboard/payment/${order._id}`);
    await expect(page.getByText("Please add an address.")).toBeVisible();
    await correct(/^Add an address/, "1 Moss Road");
    await expect(page.getByText("Please add an address.")).toBeHidden();

    await api.pay(order);
    await page.goto("/dashboard/myOrders");
    await expandOrder(user, "My orders", tool);
    await correct(/^Change address/, "2 Moss Road");

    await user.signOut();
    await expect(page).toHaveURL("/");
    await user.signInAs(ADMIN, ordersOf(buyer));
    await expandOrder(user, "All orders", tool);
    await correct(/^Change address/, "3 Moss Road");
    await page.getByRole("button", { name: /^Ship the order/ }).click();
    await expect(page.getByRole("button", { name: /^Change address/ })).toHaveCount(0);
  },
);

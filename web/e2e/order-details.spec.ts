import { ADMIN, expect, type Page, test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

const wayOf = (page: Page, tool: { name: string }) =>
  page.getByRole("list", { name: `Progress of the order of ${tool.name}` }).getByRole("listitem");

async function unfold(visitor: Visitor, table: string, tool: { name: string }, ...texts: string[]) {
  const fold = visitor
    .row(table, tool.name, ...texts)
    .getByRole("button", { name: tool.name, exact: true });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.click();
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  return fold;
}

test("a customer follows an order on its way, and folds it away again", async ({
  page,
  shop,
  visitor,
}) => {
  const [unpaid, paid] = [await shop.someTool(20), await shop.someTool(21)];
  const buyer = await shop.customer();
  await buyer.desk.order(unpaid);
  await buyer.desk.pay(await buyer.desk.order(paid));
  await visitor.arriveAs(buyer, "/dashboard/myOrders");

  const fold = await unfold(visitor, "My orders", unpaid);
  await expect(wayOf(page, unpaid)).toHaveText([
    /^Placed, done\w+ \d{1,2}, \d{4}$/,
    /^Paid, not yetWaiting for payment$/,
    /^Approved and shipped, not yetAfter payment$/,
  ]);
  await expect(wayOf(page, unpaid).first().locator("time")).toHaveAttribute(
    "datetime",
    /^\d{4}-\d\d-\d\dT/,
  );
  await unfold(visitor, "My orders", paid);
  await expect(wayOf(page, paid).nth(1)).toHaveText(/^Paid, done\w+ \d{1,2}, \d{4}$/);
  await expect(wayOf(page, paid).nth(2)).toHaveText(/Being packed$/);

  await fold.press("Enter");
  await expect(fold).toBeFocused();
  await expect(wayOf(page, unpaid)).toHaveCount(0);
  await expect(wayOf(page, paid)).toHaveCount(3);
});

test("the owner reads where to ship an order, each thing in its own place", async ({
  page,
  shop,
  visitor,
}) => {
  const tool = await shop.someTool(22);
  const buyer = await shop.customer();
  const { desk } = buyer;
  const order = await (await shop.admin()).ship(await desk.pay(await desk.order(tool)));
  expect(order).toMatchObject({ address: "902 555 0101", phone: "12 Fern Lane, Halifax" });

  await visitor.arriveAs(ADMIN, "/dashboard/manageOrders");
  await unfold(visitor, "All orders", tool, buyer.email);
  await expect(wayOf(page, tool).nth(2)).toHaveText(
    /^Approved and shipped, done\w+ \d{1,2}, \d{4}$/,
  );
  const details = page.getByRole("row").filter({ has: page.getByRole("list") });
  const fact = (title: string) =>
    details.getByRole("term").filter({ hasText: title }).locator("+ dd");
  await expect(fact("Ship to")).toHaveText(`${buyer.name}12 Fern Lane, Halifax`);
  await expect(fact("Phone")).toHaveText("902 555 0101");
});

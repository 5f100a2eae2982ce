import { expectSound } from "./soundness.ts";
import { ADMIN, expect, type Page, test, testWithProvider } from "./test.ts";
import { dollars } from "./visitor.ts";

/** One line of what was held against what, by what stands first in it. */
const line = (page: Page, text: string) =>
  page
    .getByRole("list", { name: "What was held against what" })
    .getByRole("listitem")
    .filter({ hasText: text });

const PROVIDER = "against the card provider’s list of the last thirty days";

test("after a day of trade the owner reads that the books agree, and checks again", async ({
  page,
  shop,
  visitor,
}) => {
  const { desk } = await shop.customer();
  await desk.pay(await desk.order(await shop.someTool(27)));
  await visitor.arriveAs(ADMIN);
  await visitor.goToInDashboard("Books");
  await expect(page).toHaveURL("/dashboard/books");
  const verdict = page.getByRole("status").filter({ hasText: "The books agree" });
  await expect(verdict).toHaveText(/Every piece, every order and every payment/);
  await expect(line(page, "What is available of each tool")).toContainText(/\d+ tools/);
  await expect(line(page, PROVIDER)).toContainText("Agree");
  await expect(page.getByRole("heading", { name: "What differs" })).toHaveCount(0);

  const asked = page.waitForRequest("**/api/ledger");
  await page.getByRole("button", { name: "Check again" }).click();
  await asked;
  await expect(page.getByRole("status").filter({ hasText: /^Checked at / })).toHaveText(
    /^Checked at \d\d:\d\d:\d\d$/,
  );
});

test("a customer is not shown the books", async ({ page, shop, visitor }) => {
  await visitor.arriveAs(await shop.customer(), "/dashboard/books");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("this page is for the shop’s admins")).toBeVisible();
});

testWithProvider.describe("with the card provider's dashboard at hand", () => {
  testWithProvider(
    "money given back there is shown from both sides, leads to the order, and is settled there",
    async ({ page, ownShop, provider, visitor }) => {
      testWithProvider.setTimeout(60_000);
      const tool = await ownShop.someTool(3);
      const { desk } = await ownShop.customer();
      const order = await desk.pay(await desk.order(tool));
      await provider.giveBack(order.transactionId ?? "", Math.round(order.totalPrice * 100));

      await visitor.arriveAs(ADMIN, "/dashboard/books");
      await expect(page.getByRole("status").filter({ hasText: "1 difference" })).toBeVisible();
      await expect(line(page, PROVIDER)).toContainText("1 difference");
      await expect(line(page, "What is available of each tool")).toContainText("Agree");
      const found = page.getByRole("region", { name: "What differs" }).getByRole("listitem");
      await expect(found).toHaveCount(1);
      await expect(found.getByRole("heading", { level: 3 })).toHaveText(
        "We count on money that the card provider does not have",
      );
      const side = (whose: string) =>
        found.getByRole("term").filter({ hasText: whose }).locator("+ dd");
      await expect(side("We say")).toContainText(`for order ${order._id}`);
      await expect(side("The card provider says")).toContainText(
        `${dollars(order.totalPrice)} refunded`,
      );
      await expect(found).toContainText("press Refund in Manage Orders");
      await testWithProvider.step("sound at every width", () => expectSound(page));

      await side("We say").getByRole("link", { name: order._id }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Orders");
      const row = visitor.row("All orders", tool.name);
      await expect(row).toHaveCount(1);
      await row.getByRole("button", { name: /^Refund / }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Refund / })
        .click();
      await expect(row).toContainText("Refunded");
      await visitor.goToInDashboard("Books");
      await expect(page.getByText("The books agree")).toBeVisible();
    },
  );

  testWithProvider(
    "a payment that comes for a deleted order goes back by itself, and the owner is told",
    async ({ page, ownShop, provider, visitor }) => {
      const { desk } = await ownShop.customer();
      const order = await desk.order(await ownShop.someTool(3));
      const [transactionId = ""] = (await desk.beginPayment(order)).split("_secret_");
      await desk.remove(order);
      await provider.claimPaid(ownShop, transactionId, order);

      await visitor.arriveAs(ADMIN, "/dashboard/books");
      const row = visitor.row("Money that went back by itself", transactionId);
      await expect(row).toContainText(dollars(order.totalPrice));
      await expect(row).toContainText(order._id);
      await expect(row).toContainText("On its way");
      await expectSound(page);
    },
  );

  testWithProvider(
    "a card provider that does not answer is not said to agree",
    async ({ page, ownShop, provider, visitor }) => {
      const { desk } = await ownShop.customer();
      await desk.pay(await desk.order(await ownShop.someTool(3)));
      await provider.fallSilent("/payment_intents", 1_000);
      await visitor.arriveAs(ADMIN, "/dashboard/books");
      await expect(
        page.getByRole("status").filter({ hasText: "Our own books agree" }),
      ).toContainText("did not answer");
      await expect(line(page, PROVIDER)).toContainText("No answer");

      await provider.recover();
      await page.getByRole("button", { name: "Check again" }).click();
      await expect(page.getByText("The books agree")).toBeVisible();
      await expect(line(page, PROVIDER)).toContainText("1 payment");
    },
  );
});

import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, type Page, test, testWithCardProvider } from "./fixtures.ts";
import { askForRefund } from "./orders-table.ts";
import { dollars } from "./user.ts";

/** A line of the comparison that contains the text. */
const line = (page: Page, text: string) =>
  page
    .getByRole("list", { name: "What was compared" })
    .getByRole("listitem")
    .filter({ hasText: text });

const PROVIDER = "with the card provider’s list of the last thirty days";

test(
  "the owner sees that the books agree, and checks again",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const { api } = await shop.customer();
    await api.pay(await api.placeOrder(await shop.toolAt(27)));
    await user.signInAs(ADMIN);
    await user.goToInDashboard("Books");
    await expect(page).toHaveURL("/dashboard/books");
    await expect(page.getByText("Test payments: cards are not charged.")).toBeVisible();
    const verdict = page.getByRole("status").filter({ hasText: "The books agree" });
    await expect(verdict).toHaveText(/Every piece, every order and every payment/);
    await expect(line(page, "What is available of each tool")).toContainText(/\d+ tools/);
    await expect(line(page, PROVIDER)).toContainText("Agree");
    await expect(page.getByRole("heading", { name: "What differs" })).toHaveCount(0);

    const request = page.waitForRequest("**/api/ledger");
    await page.getByRole("button", { name: "Check again" }).click();
    await request;
    await expect(page.getByRole("status").filter({ hasText: /^Checked at / })).toHaveText(
      /^Checked at \d\d:\d\d:\d\d$/,
    );
  },
);

testWithCardProvider.describe("with a controlled card provider", () => {
  testWithCardProvider(
    "a refund in the provider's dashboard is reported, links to the order, and is settled there",
    async ({ page, isolatedShop, provider, user }) => {
      const tool = await isolatedShop.toolAt(3);
      const { api } = await isolatedShop.customer();
      const order = await api.pay(await api.placeOrder(tool));
      await provider.refund(order.transactionId ?? "", Math.round(order.totalPrice * 100));

      await user.signInAs(ADMIN, "/dashboard/books");
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
        `${dollars(order.totalPrice)} cad refunded`,
      );
      await expect(found).toContainText("press Refund in Manage Orders");
      await expectAccessible(page);

      await side("We say").getByRole("link", { name: order._id }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Orders");
      const row = user.row("All orders", tool.name);
      await expect(row).toHaveCount(1);
      await askForRefund(user, tool);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Refund / })
        .click();
      await expect(row).toContainText("Refunded");
      await user.goToInDashboard("Books");
      await expect(page.getByText("The books agree")).toBeVisible();
    },
  );

  testWithCardProvider(
    "a payment for a deleted order is refunded automatically and listed",
    async ({ page, isolatedShop, provider, user }) => {
      const { api } = await isolatedShop.customer();
      const order = await api.placeOrder(await isolatedShop.toolAt(3));
      const [transactionId = ""] = (await api.createPaymentIntent(order)).split("_secret_");
      await provider.misreportAmount(transactionId);
      await expect(api.pay(order)).rejects.toThrow("payment_mismatch");
      await (await isolatedShop.admin()).deleteOrder(order);

      await user.signInAs(ADMIN, "/dashboard/books");
      const row = user.row("Automatic refunds", transactionId);
      await expect(row).toContainText(dollars(order.totalPrice));
      await expect(row).toContainText(order._id);
      await expect(row).toContainText(/In progress|Refunded/);
      await expectAccessible(page);
    },
  );

  testWithCardProvider(
    "a card provider that does not respond is not reported as agreeing",
    async ({ page, isolatedShop, provider, user }) => {
      const { api } = await isolatedShop.customer();
      await api.pay(await api.placeOrder(await isolatedShop.toolAt(3)));
      await provider.dropRequests("/payment_intents", 1_000);
      await user.signInAs(ADMIN, "/dashboard/books");
      await expect(
        page.getByRole("status").filter({ hasText: "Our own books agree" }),
      ).toContainText("did not respond");
      await expect(line(page, PROVIDER)).toContainText("No answer");

      await provider.clearFaults();
      await page.getByRole("button", { name: "Check again" }).click();
      await expect(page.getByText("The books agree")).toBeVisible();
      await expect(line(page, PROVIDER)).toContainText("1 payment");
    },
  );
});

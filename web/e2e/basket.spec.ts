import { expect, ON_PHONE_TOO, test } from "./fixtures.ts";
import { dollars } from "./user.ts";

test(
  "two tools in the basket, with delivery and tax before any form",
  ON_PHONE_TOO,
  async ({ page, shop }) => {
    const tools = await shop.latestTools(100);
    const cheap = tools.filter(
      ({ price, minimumQuantity, availableQuantity }) =>
        price * minimumQuantity < 70 && availableQuantity > 2 * minimumQuantity,
    );
    const [first, second] = cheap;
    if (!first || !second) throw new Error("the demo has no cheap tools");
    const main = page.getByRole("main");
    const total = main.getByRole("status").filter({ hasText: "Total" });
    const amount = (title: string) =>
      main.getByRole("term").filter({ hasText: title }).locator("xpath=following-sibling::dd");

    await test.step("one tap for each", async () => {
      for (const tool of [first, second]) {
        await page.goto(`/tool/${tool.slug}`);
        await main.getByRole("button", { name: "Add to basket" }).click();
        await expect(main.getByRole("status").filter({ hasText: "in your basket" })).toBeVisible();
      }
      const link = page.getByRole("banner").getByRole("link", { name: "Basket, 2 tools" });
      await link.click();
      await expect(page).toHaveURL("/basket");
    });

    const goods = first.price * first.minimumQuantity + second.price * second.minimumQuantity;
    await test.step("the sum begins with the shop’s own province", async () => {
      await expect(main.getByLabel("Province or territory")).toHaveValue("NS");
      await expect(amount("Goods")).toHaveText(dollars(goods));
      await expect(amount("Delivery")).toHaveText("$15.00");
      const tax = Math.round((goods + 15) * 14) / 100;
      await expect(amount("HST 14%")).toHaveText(dollars(tax));
      await expect(total).toContainText(dollars(goods + 15 + tax));
    });

    await test.step("a pick-up costs nothing, and another province has other taxes", async () => {
      await main.getByRole("radio", { name: /Pick-up in Halifax/ }).check();
      await expect(amount("Delivery")).toHaveText("Free");
      await main.getByRole("radio", { name: /Canada Post/ }).check();
      await main.getByLabel("Postal code").fill("h2x 1y4");
      await expect(main.getByLabel("Province or territory")).toHaveValue("QC");
      await expect(amount("QST 9.975%")).toBeVisible();
    });

    await test.step("a quantity changes the sum, and more than there is can be mended", async () => {
      const quantity = main.getByRole("spinbutton", { name: `Quantity of ${first.name}` });
      await main
        .getByRole("button", { name: `One more, quantity of ${first.name.toLowerCase()}` })
        .click();
      await expect(amount("Goods")).toHaveText(dollars(goods + first.price));
      await quantity.fill("999999");
      await main.getByRole("button", { name: /^Take the [\d,]+ left/ }).click();
      await expect(quantity).toHaveValue(String(first.availableQuantity));
      await main.getByRole("button", { name: `Remove ${first.name}` }).click();
      await expect(amount("Goods")).toHaveText(dollars(second.price * second.minimumQuantity));
      await main.getByRole("button", { name: `Put back ${first.name}` }).click();
      await expect(main.getByRole("link", { name: "Checkout" })).toHaveAttribute(
        "href",
        "/checkout",
      );
    });
  },
);

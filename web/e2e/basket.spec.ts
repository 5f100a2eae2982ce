import { expect, ON_PHONE_TOO, test } from "./fixtures.ts";
import { dollars } from "./user.ts";

test(
  "two tools in the basket, with delivery and tax before any form",
  ON_PHONE_TOO,
  async ({ page, shop }) => {
    const tools = await shop.latestTools(100);
    // The first is below the sum from which the delivery is free, both are above it.
    const least = ({ price, minimumQuantity }: (typeof tools)[number]) => price * minimumQuantity;
    const [first, second] = tools.toSorted((a, b) => least(a) - least(b));
    if (!first || !second) throw new Error("the demo has too few tools");
    const main = page.getByRole("main");
    const total = main.getByRole("status").filter({ hasText: "Total" });
    const amount = (title: string) =>
      main.getByRole("term").filter({ hasText: title }).locator("xpath=following-sibling::dd");

    const add = async (tool: typeof first, count: string) => {
      await page.goto(`/tool/${tool.slug}`);
      await main.getByRole("button", { name: "Add to basket" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Your basket" }).click();
      await expect(page).toHaveURL("/basket");
      const link = page.getByRole("banner").getByRole("link", { name: `Basket, ${count}` });
      await expect(link).toBeVisible();
    };
    const [hst, qst] = [await shop.taxIn("NS", "HST"), await shop.taxIn("QC", "QST")];
    const expectSum = async (goods: number, delivery: number) => {
      await expect(amount("Goods")).toHaveText(dollars(goods));
      await expect(amount("Delivery")).toHaveText(delivery ? dollars(delivery) : "Free");
      const tax = hst.of(Math.round((goods + delivery) * 100)) / 100;
      await expect(amount(hst.title)).toHaveText(dollars(tax));
      await expect(total).toContainText(dollars(goods + delivery + tax));
    };

    await test.step("the sum begins with the shop’s own province", async () => {
      await add(first, "1 tool");
      await expect(main.getByLabel("Province or territory")).toHaveValue("NS");
      await expectSum(least(first), 15);
    });

    const goods = least(first) + least(second);
    await test.step("one tap for another tool, and from $150.00 the delivery is free", async () => {
      await add(second, "2 tools");
      await expectSum(goods, 0);
    });

    await test.step("a pick-up costs nothing, and another province has other taxes", async () => {
      await main.getByRole("radio", { name: /Pick-up in Halifax/ }).check();
      await expectSum(goods, 0);
      await main.getByRole("radio", { name: /Canada Post/ }).check();
      await main.getByLabel("Postal code").fill("h2x 1y4");
      await expect(main.getByLabel("Province or territory")).toHaveValue("QC");
      await expect(amount(qst.title)).toBeVisible();
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
      await expect(main.getByText(/^Only .* left/)).toBeHidden();
      // All that is left costs more than a visitor may buy without a login.
      await quantity.fill(String(first.minimumQuantity));
      await expect(amount("Goods")).toHaveText(dollars(goods));
      await main.getByRole("button", { name: `Remove ${first.name}` }).click();
      await expect(amount("Goods")).toHaveText(dollars(least(second)));
      await main.getByRole("button", { name: `Put back ${first.name}` }).click();
      await expect(main.getByRole("link", { name: "Checkout" })).toHaveAttribute(
        "href",
        "/checkout",
      );
    });
  },
);

import { expectAccessible } from "./a11y.ts";
import { expect, ON_PHONE_TOO, type Page, testNewShop as test } from "./fixtures.ts";

const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

async function save(page: Page) {
  await press(page, "Save");
  await expect(page.getByText("Shop settings saved").last()).toBeVisible();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
}

const step = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Before you open" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

test(
  "an owner sets up delivery and a registration in an empty shop",
  ON_PHONE_TOO,
  async ({ page, newShop, consoleErrors }) => {
    consoleErrors.expect(/^422 PUT .*\/api\/shop-settings$/);
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(newShop.owner.email);
    await page.getByLabel("Password").fill(newShop.owner.password);
    await press(page, "Login");
    await expect(page).toHaveURL("/dashboard");
    await page.getByLabel("Name of the shop").fill("Fern & Spade");
    await page.getByLabel("Street and number").fill("1 Maple Street");
    await page.getByLabel("City").fill("Halifax");
    await page.getByLabel("Postal code").fill("B3J 1A1");
    await page.getByLabel("Province or territory").selectOption("Nova Scotia");
    await press(page, "Save and go on");
    await expect(step(page, "Taxes")).toContainText("charges no tax");
    await press(page, "Do this now: Delivery");
    await step(page, "Delivery").getByRole("link", { name: "All choices" }).click();

    await test.step("delivery is a method from an example, and a sentence says what it does", async () => {
      await press(page, "Free from an amount");
      await page.getByLabel("From a total of, step 2").fill("100");
      const card = page.getByRole("listitem", { name: "Delivery" });
      const sentence = "$15.00 to all of Canada, free from $100.00, in 3 to 8 days.";
      await expect(card.getByText(sentence)).toBeVisible();
      await expectAccessible(page);
      await press(page, "Local delivery");
      await press(page, "Save");
      const areas = page.getByLabel("Postal codes that begin with");
      await expect(areas).toHaveAccessibleDescription(/how the postal codes begin/);
      await areas.fill("b3h b3j");
      await press(page, "Up: Local delivery");
      await save(page);
      await page.reload();
      await expect(page.getByRole("listitem", { name: /elivery/ }).first()).toContainText(
        "$8.00 to postal codes that begin with B3H or B3J",
      );
    });

    await test.step("a registration is refused at its row, and corrected", async () => {
      await page.getByRole("link", { name: "All settings" }).click();
      await page
        .getByRole("navigation", { name: "Sections" })
        .getByRole("link", { name: "Taxes" })
        .click();
      await expect(page.getByText("so no tax is charged anywhere")).toBeVisible();
      await press(page, "Add a registration");
      await page.getByLabel("Registration 1: number").fill("12345 6783 RT0001");
      await page.getByLabel("Registration 1: first day").fill("2026-01-01");
      await press(page, "Save");
      await expect(page.getByLabel("Registration 1: number")).toHaveAccessibleDescription(
        /last digit of the business number/,
      );
      await page.getByLabel("Registration 1: number").fill("123456782rt0001");
      await save(page);
      await expect(page.getByLabel("Registration 1: number")).toHaveValue("12345 6782 RT0001");
      await expect(page.getByText(/not registered for QST, so a sale to Québec has/)).toBeVisible();
      await expect(
        page.getByText(/pays the taxes of Nova Scotia, where the shop is/),
      ).toBeVisible();
      await expectAccessible(page);
    });

    await page.goto("/dashboard");
    for (const name of ["Delivery", "Taxes"]) await expect(step(page, name)).toContainText("Done");
  },
);

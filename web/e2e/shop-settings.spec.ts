import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test } from "./fixtures.ts";

test(
  "the owner names the shop, and visitors read it everywhere",
  ON_PHONE_TOO,
  async ({ page, user, consoleErrors }) => {
    consoleErrors.expect(/^422 PUT .*\/api\/shop-settings$/);
    await user.signInAs(ADMIN, "/dashboard/shop");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Fern & Spade");
    await page.getByLabel("YouTube").fill("youtube.com/fern");
    await page
      .getByRole("checkbox", { name: /first text/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("YouTube")).toHaveAccessibleDescription(
      /Please enter the whole address/,
    );
    await page.getByLabel("YouTube").fill("https://www.youtube.com/@fern");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Shop settings saved")).toBeVisible();
    await expect(page).toHaveTitle("Shop settings · Fern & Spade");

    await page.goto("/privacy");
    await expect(page).toHaveTitle("Privacy · Fern & Spade");
    await expect(page.getByText("This is a first draft")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Fern & Spade, home" })).toBeVisible();
    await expect(page.getByRole("link", { name: "YouTube" })).toHaveAttribute(
      "href",
      "https://www.youtube.com/@fern",
    );
    await page.getByRole("contentinfo").getByRole("link", { name: "Returns" }).click();
    await expect(page.getByText("This is a first draft")).toBeVisible();
  },
);

test("what one owner typed stays when another has saved meanwhile", async ({
  page,
  user,
  isolatedShop,
  consoleErrors,
}) => {
  consoleErrors.expect(/^412 PUT .*\/api\/shop-settings$/);
  await user.signInAs(ADMIN, "/dashboard/shop");
  await page.getByLabel("Name", { exact: true }).fill("Moss");
  await (await isolatedShop.admin()).saveShopSettings({ hours: "By appointment" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Someone else has saved the settings")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Moss");
  await expect(page.getByLabel("Opening hours")).toHaveValue("By appointment");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Shop settings saved")).toBeVisible();
});

import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test } from "./fixtures.ts";
import { dollars } from "./user.ts";

test(
  "the owner reads every number of a period, also without the chart",
  ON_PHONE_TOO,
  async ({ page, isolatedShop, user }) => {
    const tool = await isolatedShop.toolAt(3);
    const { api } = await isolatedShop.customer();
    const order = await api.pay(await api.placeOrder(tool));
    await page.request.get("/api/tools?q=hedge%20trimmerr");
    await user.signInAs(ADMIN);
    await user.goToInDashboard("Figures");
    const total = dollars(order.totalPrice);
    await expect(page.getByRole("definition").filter({ hasText: total }).first()).toBeVisible();
    await expect(page.getByRole("img", { name: `The highest is ${total}` })).toBeVisible();
    await page.getByText("All numbers in a table").click();
    const days = page.getByRole("table", { name: "Sales by day" });
    await expect(days.getByRole("row").nth(1)).toContainText(total);
    await expect(days.getByRole("row")).toHaveCount(31);
    await expect(page.getByRole("table", { name: "Best sellers" })).toContainText(tool.name);
    await expectAccessible(page);

    await page.getByText("12 months", { exact: true }).click();
    await expect(page).toHaveURL(/days=365/);
    await expect(page.getByRole("heading", { name: "Month by month" })).toBeVisible();
    await page.getByRole("group", { name: "Show" }).getByText("Orders", { exact: true }).click();
    await page.getByText("Other days", { exact: true }).click();
    await page.getByLabel("From").fill("2026-01-01");
    await expect(page).toHaveURL(/from=2026-01-01/);
    await page.reload();
    await expect(page.getByLabel("From")).toHaveValue("2026-01-01");
  },
);

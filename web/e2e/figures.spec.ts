import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test } from "./fixtures.ts";
import { dollars } from "./user.ts";

test(
  "the owner reads every number of a period, also without the chart",
  ON_PHONE_TOO,
  async ({ page, isolatedShop, user, isMobile }) => {
    const tool = await isolatedShop.toolAt(3);
    const { api } = await isolatedShop.customer();
    const order = await api.pay(await api.placeOrder(tool));
    await page.request.get("/api/tools?q=hedge%20trimmerr");
    await user.signInAs(ADMIN);
    await user.goToInDashboard("Figures");
    const total = dollars(order.totalPrice);
    await expect(page.getByRole("definition").filter({ hasText: total }).first()).toBeVisible();
    await expect(page.getByRole("img", { name: `The highest is ${total}` })).toBeVisible();
    await expect(page.getByText(/^Today so far: /)).toContainText(`${total} from 1 order`);
    const slider = page.getByRole("slider", { name: "Revenue by day" });
    await slider.focus();
    const shown = page.locator(".chart-read");
    await expect(shown).toContainText(`: ${total}, before: $0.00`);
    await slider.press("ArrowLeft");
    await expect(shown).toContainText(": $0.00, before: $0.00");
    await slider.blur();
    const plot = page.locator(".chart-plot");
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    const last = { position: { x: width - 3, y: height / 2 } };
    await (isMobile ? plot.tap(last) : plot.hover(last));
    await expect(shown).toContainText(`: ${total}, before: $0.00`);
    const unsold = page.getByRole("table", { name: "Never sold" });
    await expect(unsold.getByRole("row")).toHaveCount(6);
    await page.getByRole("button", { name: "Show all 20" }).click();
    await expect(unsold.getByRole("row")).toHaveCount(21);
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

import type { Locator } from "@playwright/test";
import { expect, test, testIsolated } from "./fixtures.ts";

/** The WCAG contrast of an element's text on its own background. */
const contrastOf = (element: Locator) =>
  element.evaluate((node) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    const { backgroundColor, color } = getComputedStyle(node);
    const luminance = (...layers: string[]) => {
      for (const layer of layers) {
        canvas.fillStyle = layer;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const page = getComputedStyle(document.body).backgroundColor;
    const ground = luminance(page, backgroundColor);
    const text = luminance(page, backgroundColor, color);
    return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
  });

for (const colorScheme of ["light", "dark"] as const)
  test(`a busy button can be read, ${colorScheme}`, async ({ page, shop, user }) => {
    await page.emulateMedia({ colorScheme });
    const tool = await shop.toolAt(14);
    await user.signInAs(await shop.customer(), `/tools/${tool._id}`);
    const release = await user.holdResponses("**/api/orders");
    await page.getByRole("button", { name: "Purchase", exact: true }).click();
    const busy = page.getByRole("button", { name: "Placing order …" });
    await expect(busy).toBeVisible();
    await expect.poll(() => contrastOf(busy)).toBeGreaterThan(4.5);
    release();
    await expect(user.toast("Purchase confirmed")).toBeVisible();
  });

testIsolated("a name without blanks does not widen /tool", async ({ page, isolatedShop: shop }) => {
  const word = "Spatengabelhackenschaufel".repeat(4);
  const [sample] = await shop.latestTools(1);
  if (!sample) throw new Error("the demo has no tools");
  await (await shop.admin()).addTool({ ...sample, name: word, description: word.repeat(3) });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/tool");
  await expect(page.getByRole("heading", { name: word })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("with forced colours the current banner's dot differs from the page", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/");
  const dot = page.getByRole("button", { name: /^Banner 1/ }).locator("span");
  const colourOf = (element: Locator) =>
    element.evaluate((e) => getComputedStyle(e).backgroundColor);
  await expect(dot).toBeVisible();
  expect(await colourOf(dot)).not.toBe(await colourOf(page.locator("body")));
});

test("paper shows the payment without header, footer and buttons", async ({ page, shop, user }) => {
  const { api, ...customer } = await shop.customer();
  const order = await api.pay(await api.placeOrder(await shop.toolAt(14)));
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  await expect(page.getByText("Transaction id")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Transaction id")).toBeVisible();
  for (const role of ["banner", "contentinfo", "navigation", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});

import { expectNoOverflow } from "./a11y.ts";
import { ADMIN, expect, type Page, test } from "./fixtures.ts";

const WIDTH = 390;

async function doubleText(page: Page) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

/** The links and buttons of the header that lie over each other. */
const overlapsInHeader = (page: Page) =>
  page
    .getByRole("banner")
    .locator("a, button")
    .evaluateAll((elements) => {
      const shown = elements
        .map((element) => ({
          name: element.textContent || element.ariaLabel,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0);
      return shown.flatMap((one, index) =>
        shown
          .slice(index + 1)
          .filter(
            ({ box }) =>
              Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
              Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 1,
          )
          .map(({ name }) => `${one.name} and ${name}`),
      );
    });

test.use({ viewport: { width: WIDTH, height: 844 } });

test("with text of 200 % a phone shows public pages without scrolling sideways", async ({
  page,
  screenData,
}) => {
  for (const path of ["/", "/tool", `/tool/${screenData.toolSlug}`, "/allReview", "/login"])
    await test.step(path, async () => {
      await page.goto(path);
      await doubleText(page);
      await expectNoOverflow(page, WIDTH);
      expect(await overlapsInHeader(page)).toEqual([]);
    });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("banner").getByRole("link", { name: "All Tools", exact: true }).click();
  await expect(page).toHaveURL("/tool");
});

test("with text of 200 % a phone shows basket and checkout without scrolling sideways", async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
  await page.goto(`/tool/${(await shop.toolAt(2)).slug}`);
  await page
    .getByRole("button", { name: /^Add to basket/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "Your basket" })).toBeVisible();
  for (const path of ["/basket", "/checkout"])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Sum" })).toBeVisible();
      await doubleText(page);
      if (path === "/checkout") await page.getByText(/^1 tool · /).click();
      await expectNoOverflow(page, WIDTH);
    });
});

test("with text of 200 % a phone shows the pages of a customer without scrolling sideways", async ({
  page,
  screenData,
  user,
}) => {
  await user.signInAs(screenData.customer);
  const paths = [`/tools/${screenData.toolId}`, "/dashboard", "/dashboard/myOrders"];
  for (const path of [...paths, "/dashboard/review", `/dashboard/payment/${screenData.unpaid}`])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
      await doubleText(page);
      await expectNoOverflow(page, WIDTH);
      expect(await overlapsInHeader(page)).toEqual([]);
    });
});

test("with text of 200 % a phone shows tables of the owner without scrolling sideways", async ({
  page,
  screenData,
  user,
}) => {
  await user.signInAs(ADMIN);
  const lists = ["manageOrders", "manageProduct", "users", "categories"];
  for (const path of [...lists, "shop", `manageOrders/${screenData.unpaid}`])
    await test.step(path, async () => {
      await page.goto(`/dashboard/${path}`);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").getByRole("status", { name: /^Loading/ })).toHaveCount(0);
      await doubleText(page);
      await expectNoOverflow(page, WIDTH);
    });
});

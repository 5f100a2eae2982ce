import { ADMIN, expect, test } from "../fixtures.ts";
import { ROUTES, routesWithIds } from "../routes.ts";

const NOT_SIGNED_IN = /^401 GET .*\/api\/identity\/session$/;

test.describe("a signed-out visitor logs in and returns to", () => {
  for (const [place, { path: pattern, allows, heading }] of ROUTES.entries()) {
    if (allows === "anyone") continue;
    test(pattern, async ({ page, shop, user, consoleErrors }) => {
      consoleErrors.expect(NOT_SIGNED_IN);
      const customer = await shop.customer();
      const path = (await routesWithIds(shop, customer.api))[place]?.path;
      await page.goto(`${path}?from=email#here`);
      await expect(page).toHaveURL("/login");
      await user.fillInLogin(allows === "admin" ? ADMIN : customer);
      await expect(page).toHaveURL(`${path}?from=email#here`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    });
  }
});

test.describe("a customer who logs in is sent home instead of", () => {
  for (const { path, allows } of ROUTES) {
    if (allows !== "admin") continue;
    test(path, async ({ page, shop, user, consoleErrors }) => {
      consoleErrors.expect(NOT_SIGNED_IN);
      await page.goto(path);
      await expect(page).toHaveURL("/login");
      await user.fillInLogin(await shop.customer());
      await expect(page).toHaveURL("/");
    });
  }
});

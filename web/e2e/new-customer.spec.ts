import { expect, ON_PHONE_TOO, testNewShop as test } from "./fixtures.ts";
import { ApiClient } from "./shop.ts";

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

test(
  "a new customer of a new shop signs up in the checkout and is back there with the basket",
  ON_PHONE_TOO,
  async ({ page, newShop: { origin, owner }, playwright, consoleErrors, isMobile }) => {
    consoleErrors.expect(NO_SESSION);
    // The tool has no picture.
    consoleErrors.expect(/^404 GET .*\/images\//);
    const request = await playwright.request.newContext({ baseURL: origin });
    const { email, password } = owner;
    await request.post("/api/identity/sign-in", { data: { email, password } });
    const api = await ApiClient.create(request, owner);
    await api.addTool({
      name: "Fern Hoe",
      img: "/images/fern-hoe/350.webp",
      description: "A hoe.",
      price: 12.5,
      minimumQuantity: 2,
      availableQuantity: 50,
    } as Parameters<ApiClient["addTool"]>[0]);
    const main = page.getByRole("main");

    await page.goto("/tool/fern-hoe");
    await main.getByRole("button", { name: "Buy now" }).first().click();
    await expect(page).toHaveURL("/login");
    await main.getByRole("link", { name: "Create New Account" }).click();
    await expect(page).toHaveURL("/signup");
    await main.getByLabel("Name").fill("Cleo Fern");
    await main.getByLabel("E-mail").fill("cleo@example.com");
    await main.getByLabel("Password", { exact: true }).fill("a long phrase");
    await main.getByRole("button", { name: "Sign Up" }).click();

    await expect(page).toHaveURL("/checkout");
    if (isMobile) await main.getByText(/^1 tool · /).click();
    const bought = main.getByRole("region", { name: "Sum" }).getByRole("listitem");
    await expect(bought.first()).toHaveText("Fern Hoe2 × $12.50$25.00");
    await expect(main.getByLabel("Name")).toHaveValue("Cleo Fern");
    await request.dispose();
  },
);

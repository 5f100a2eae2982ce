import { expect, ON_PHONE_TOO, testIsolated } from "./fixtures.ts";
import { NewShop } from "./new-shop.ts";
import { ApiClient } from "./shop.ts";

const test = testIsolated.extend<{ newShop: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures it needs
  newShop: async ({}, use) => {
    const shop = await NewShop.start();
    await use(shop);
    await shop.stop();
  },
});

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

test(
  "a new customer of a new shop signs up in the checkout and is back there with the basket",
  ON_PHONE_TOO,
  async ({ page, newShop: { origin, owner }, playwright, consoleErrors }) => {
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

    await page.goto(`${origin}/tool/fern-hoe`);
    await main.getByRole("button", { name: "Buy now" }).first().click();
    await expect(page).toHaveURL(`${origin}/login`);
    await main.getByRole("link", { name: "Create New Account" }).click();
    await expect(page).toHaveURL(`${origin}/signup`);
    await main.getByLabel("Name").fill("Cleo Fern");
    await main.getByLabel("E-mail").fill("cleo@example.com");
    await main.getByLabel("Password", { exact: true }).fill("a long phrase");
    await main.getByRole("button", { name: "Sign Up" }).click();

    await expect(page).toHaveURL(`${origin}/checkout`);
    await expect(main.getByText("2 × Fern Hoe")).toBeVisible();
    await expect(main.getByLabel("Name")).toHaveValue("Cleo Fern");
    await request.dispose();
  },
);

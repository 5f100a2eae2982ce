import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test } from "./fixtures.ts";

test(
  "the owner adds a webhook, sends a test and reads what went wrong",
  ON_PHONE_TOO,
  async ({ page, user, consoleErrors }) => {
    consoleErrors.expect(/^422 POST .*\/api\/webhooks$/);
    await user.signInAs(ADMIN, "/dashboard/shop");
    await page.getByRole("link", { name: "Webhooks" }).click();
    await expect(page.getByText("No webhooks yet")).toBeVisible();
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Add webhook" });
    await dialog.getByLabel("Address").fill("https://192.168.0.1/");
    await dialog.getByLabel("An order was paid").check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/private network/);
    await dialog.getByLabel("Address").fill("https://hooks.invalid/shop");
    await dialog.getByRole("button", { name: "Save" }).click();
    const secret = page.getByRole("dialog", { name: "Copy the secret now" });
    await expect(secret).toContainText(/whsec_\S{44}/);
    await secret.getByRole("button", { name: "Close" }).click();

    await page.getByRole("link", { name: "https://hooks.invalid/shop" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    const log = page.getByRole("table", { name: "Log" });
    await expect(log).toContainText(/The shop could not connect/, { timeout: 30_000 });
    await expect(log).toContainText("Waiting");
    await expect(page.getByText(/^Failing since /)).toBeVisible({ timeout: 30_000 });
    // A toast that is fading out has too little contrast for a moment.
    await expect(page.locator(".Toastify__toast")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No webhooks yet")).toBeVisible();
  },
);

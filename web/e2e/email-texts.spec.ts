import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test } from "./fixtures.ts";

test(
  "the owner writes the opening words of an e-mail, sees them in it, and gets it",
  ON_PHONE_TOO,
  async ({ page, user, inbox, consoleErrors }) => {
    consoleErrors.expect(/^422 PUT .*\/api\/manageShop\/emails$/);
    await user.signInAs(ADMIN, "/dashboard/emails");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Order shipped" }).click();
    await expect(page).toHaveTitle(/^Order shipped/);
    const preview = page.frameLocator("iframe[title=Preview]");
    await expect(preview.getByText("Good news: your order is on its way")).toBeVisible();
    await expect(preview.getByRole("img")).toHaveJSProperty("complete", true);

    await page.getByLabel("Opening words").fill("Bonjour {name}!\n<script>alert(1)</script>");
    await expect(preview.getByText("Bonjour Ada!")).toBeVisible();
    await expect(preview.getByText("<script>alert(1)</script>")).toBeVisible();
    await page.getByLabel("Subject").fill("{customer}, it is coming");
    await expect(preview.getByText("Braces are for these placeholders only")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Subject")).toHaveAccessibleDescription(/^Braces are for/);
    await page.getByLabel("Subject").fill("{tool} is coming");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("E-mail saved")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send a test to me" }).click();
    await inbox.emailTo(ADMIN.email, /Bonjour Ada!/);

    // Previews are no steps of the browser's history.
    await page.goBack();
    await expect(user.row("E-mails", "Order shipped")).toContainText("changed");
  },
);

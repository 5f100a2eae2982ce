import { expectAccessible } from "./a11y.ts";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test } from "./fixtures.ts";
import { png } from "./png.ts";

test(
  "the owner writes a post, visitors read it, and with Blogs off it is gone",
  ON_PHONE_TOO,
  async ({ page, user, isolatedShop, consoleErrors }) => {
    consoleErrors.expect(/^404 GET .*\/blogs\/open-on-sunday$/);
    await user.signInAs(ADMIN);
    await user.goToInDashboard("Blog posts");
    await expect(page.getByRole("rowheader", { name: "How to sharpen secateurs" })).toBeVisible();
    await expectAccessible(page);

    const address = "/blogs/open-on-sunday";
    await test.step("a draft", async () => {
      await page.getByRole("link", { name: "New post" }).click();
      await page.getByLabel("Title").fill("Open on Sunday");
      await page.getByLabel("Text", { exact: true }).fill("From **nine**, with tea.");
      await page
        .getByLabel("Picture", { exact: true })
        .setInputFiles({ name: "shop.png", mimeType: "image/png", buffer: png(700, 900) });
      await page.getByLabel("Alt text").fill("The shop");
      await page.getByRole("button", { name: "Preview" }).click();
      const preview = page.getByRole("region", { name: "Preview" });
      await expect(preview.locator("strong")).toHaveText("nine");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(user.toast("Draft saved")).toBeVisible();
      await expect(page.getByRole("row", { name: /Open on Sunday/ })).toContainText("Draft");
      expect((await page.request.get(address)).status()).toBe(404);
    });

    await test.step("published", async () => {
      await page.getByRole("link", { name: "Edit Open on Sunday" }).click();
      await page.getByLabel("Status").selectOption("Published");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(user.toast("Post published")).toBeVisible();
      await user.goTo("Blogs");
      await expect(page.getByRole("article")).toHaveCount(5);
      const posts = page.getByRole("region", { name: "Posts of the shop" });
      await expect(posts.getByRole("heading", { level: 2 }).first()).toHaveText("Open on Sunday");
      await expectAccessible(page);
      await posts.getByRole("link", { name: "Open on Sunday" }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open on Sunday");
      await expect(page.getByRole("img", { name: "The shop" })).toBeVisible();
      await expectAccessible(page);
      const feed = await page.request.get("/blogs/feed.xml");
      expect(await feed.text()).toContain(`<title>Open on Sunday</title>`);
    });

    await test.step("off", async () => {
      const admin = await isolatedShop.admin();
      await admin.saveShopSettings({ siteParts: "portfolio services company social" });
      for (const path of [address, "/blogs", "/blogs/feed.xml"])
        expect((await page.request.get(path)).status(), path).toBe(404);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing grows here");
      await page.goto("/dashboard/posts");
      await expect(page.getByText("Blogs is off, so visitors see no posts.")).toBeVisible();
    });

    await test.step("deleted", async () => {
      const row = user.row("Blog posts", "Open on Sunday");
      await (await user.rowAction(row, "Delete Open on Sunday")).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(user.toast("Post Open on Sunday is deleted")).toBeVisible();
      await expect(page.getByRole("row", { name: /Open on Sunday/ })).toHaveCount(0);
    });
  },
);

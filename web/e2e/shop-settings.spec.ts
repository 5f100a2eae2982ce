import { expectAccessible } from "./a11y.ts";
import {
  ADMIN,
  expect,
  ON_PHONE_TOO,
  type Page,
  testIsolated as test,
  testNewShop,
} from "./fixtures.ts";
import { png } from "./png.ts";

async function openSection(page: Page, name: string) {
  const sections = page.getByRole("navigation", { name: "Sections" });
  const all = page.getByRole("link", { name: "All settings" });
  await expect(sections.or(all).first()).toBeVisible();
  // A phone has the sections on a page of their own.
  if (!(await sections.isVisible())) await all.click();
  await sections.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
}

test(
  "the owner names the shop, and visitors read it everywhere",
  ON_PHONE_TOO,
  async ({ page, user, consoleErrors }) => {
    consoleErrors.expect(/^422 PUT .*\/api\/shop-settings$/);
    await user.signInAs(ADMIN, "/dashboard/shop");
    const name = page.getByLabel("Name", { exact: true });
    const save = page.getByRole("button", { name: "Save" });
    await page.getByRole("searchbox", { name: "Search the settings" }).fill("opening hours");
    await page.getByRole("link", { name: "Opening hours" }).click();
    await expect(page.getByLabel("Opening hours", { exact: true })).toBeFocused();
    await name.fill("Fern & Spade");
    await openSection(page, "Social media");
    await page.getByLabel("YouTube").fill("youtube.com/fern");
    await openSection(page, "Legal pages");
    await page
      .getByRole("checkbox", { name: /checked this text/ })
      .first()
      .check();
    await expect(
      page.getByText("Not saved yet: The shop, Social media, Legal pages"),
    ).toBeVisible();
    await save.click();
    await expect(page.getByText("Shop settings saved")).toBeVisible();
    await openSection(page, "The shop");
    await expect(name).toHaveValue("Fern & Spade");
    await save.click();
    await expect(page).toHaveTitle("Shop settings · Fern & Spade");
    await openSection(page, "Social media");
    await save.click();
    await expect(page.getByLabel("YouTube")).toHaveAccessibleDescription(
      /Please enter the whole address/,
    );
    await page.getByLabel("YouTube").fill("https://www.youtube.com/@fern");
    await expectAccessible(page);
    await save.click();
    await expect(page.getByText("Not saved yet")).toHaveCount(0);
    await save.press("Enter");
    await expect(page.getByText("Nothing has changed")).toBeVisible();

    await page.goto("/privacy");
    await expect(page).toHaveTitle("Privacy · Fern & Spade");
    await expect(page.getByText("This is a first draft")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Fern & Spade, home" })).toBeVisible();
    await expect(page.getByRole("link", { name: "YouTube" })).toHaveAttribute(
      "href",
      "https://www.youtube.com/@fern",
    );
    await page.getByRole("contentinfo").getByRole("link", { name: "Returns" }).first().click();
    await expect(page.getByText("This is a first draft")).toBeVisible();
  },
);

test("what one owner typed stays when another has saved meanwhile", async ({
  page,
  user,
  isolatedShop,
  consoleErrors,
}) => {
  consoleErrors.expect(/^412 PUT .*\/api\/shop-settings$/);
  await user.signInAs(ADMIN, "/dashboard/shop?section=shop");
  await page.getByLabel("Name", { exact: true }).fill("Moss");
  await (await isolatedShop.admin()).saveShopSettings({ hours: "By appointment", name: "Fern" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Someone else has saved the settings")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Moss");
  await expect(page.getByLabel("Opening hours", { exact: true })).toHaveValue("By appointment");
  const conflicts = page.getByRole("region", { name: "Changed by both of you" });
  await expect(conflicts).toContainText("Fern");
  await expect(conflicts).not.toContainText("By appointment");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Shop settings saved")).toBeVisible();
});

test(
  "the owner gives the shop a logo and a colour, and sees what changed",
  ON_PHONE_TOO,
  async ({ page, user, isolatedShop }) => {
    await user.signInAs(ADMIN, "/dashboard/shop?section=look");
    await page
      .getByLabel("Logo", { exact: true })
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png(600, 200) });
    await expect(page.getByRole("img", { name: "Trowel on dark pages" })).toBeVisible();
    await page.getByLabel("Colour of buttons and links").fill("#ffcc00");
    await expect(page.getByText("We show it darker on light pages")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Shop settings saved")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("img", { name: "Trowel" })).toBeVisible();
    await expect(page.locator("link#accent")).toHaveAttribute("href", "/accent/ffcc00.css");

    await page.goto("/login");
    const primary = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--color-primary"),
      );
    await expect(page.getByRole("banner").getByRole("img", { name: "Trowel" })).toBeVisible();
    expect(await primary()).not.toBe("#2f5d3a");
    await expectAccessible(page);

    await (await isolatedShop.admin()).saveShopSettings({ locale: "fr-CA" });
    await page.goto("/dashboard/settingsHistory");
    await expect(page.getByText("#ffcc00")).toBeVisible();
    await expect(page.getByText("Canada, French: 20 novembre 2026, 1 234,50 $")).toBeVisible();
    await expectAccessible(page);
  },
);

testNewShop(
  "a new shop has no sample content, and its owner's login opens the steps",
  async ({ page, newShop, consoleErrors }) => {
    consoleErrors.expect(/^404 GET .*\/blogs$/);
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(newShop.owner.email);
    await page.getByLabel("Password").fill(newShop.owner.password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL("/dashboard");
    await page.goto("/");
    await expect(page.getByText("Nothing is for sale yet.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trowel");
    for (const ofDemo of [/Business Summary/, /Plate I/, /Yard Care/i, /Browse All Tools/])
      await expect(page.getByText(ofDemo)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "My Portfolio" })).toHaveCount(0);
    await page.goto("/blogs");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing grows here");

    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your shop");
    await expectAccessible(page);
    await page.getByLabel("Name of the shop").fill("Fern & Spade");
    await page.getByLabel("Street and number").fill("1 Maple Street");
    await page.getByLabel("City").fill("Halifax");
    await page.getByLabel("Postal code").fill("B3J 1A1");
    await page.getByLabel("Province or territory").selectOption("Nova Scotia");
    await page.getByLabel("E-mail for customers").fill("hello@fern.example");
    await page.getByLabel("Phone for customers").fill("902 555-0142");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await expect(page.getByRole("link", { name: "Fern & Spade, home" })).toBeVisible();
    await expect(page.getByText("3 of 8 done")).toBeVisible();
    await page.reload();
    await expect(page.getByText("3 of 8 done")).toBeVisible();

    await test.step("the owner turns a section on and writes about the shop", async () => {
      await page.goto("/dashboard/shop");
      await openSection(page, "Home page");
      await page.getByRole("checkbox", { name: "How we sell" }).check();
      await page.getByLabel("Heading of How we sell", { exact: true }).fill("One by one");
      await page.getByLabel("Text of How we sell", { exact: true }).fill("By the piece.");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Shop settings saved")).toBeVisible();
      await openSection(page, "About page");
      await page.getByLabel("Heading of the About page", { exact: true }).fill("Olive Moss");
      await page.getByLabel("Text of the About page", { exact: true }).fill("I forge **tools**.");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const about = page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "About" });
      await about.click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Olive Moss");
      await expect(page.locator("strong")).toHaveText("tools");
      await page.goto("/");
      await expect(page.getByRole("heading", { name: "One by one" })).toBeVisible();
      await expect(page.getByRole("link", { name: "902 555-0142" }).first()).toBeVisible();
    });
  },
);

test(
  "the preview shows what the owner has not saved, for phone and desktop",
  ON_PHONE_TOO,
  async ({ page, user, isMobile }) => {
    await user.signInAs(ADMIN, "/dashboard/shop?section=home");
    const heading = page.getByLabel("Heading of the home page", { exact: true });
    const show = async (name: string) => {
      if (isMobile) await page.getByText(name, { exact: true }).click();
    };
    const home = page.frameLocator('iframe[title="Your home page with these changes"]');
    const title = home.locator("h1");
    await heading.fill("Tools that outlive the garden");
    await page.getByRole("checkbox", { name: "How we sell" }).uncheck();
    await show("Preview");
    await expect(title).toHaveText("Tools that outlive the garden");
    await expect(home.getByText("How we sell")).toHaveCount(0);
    await page.getByText("Desktop", { exact: true }).click();
    await expect(home.getByText("My Portfolio")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Undo" }).click();
    await expect(home.getByText("How we sell")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(title).toHaveText("Gardening and Yard Care Tools");
    await page.getByRole("button", { name: "Redo" }).click();
    await show("Edit");
    await expect(heading).toHaveValue("Tools that outlive the garden");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Shop settings saved")).toBeVisible();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Tools that outlive the garden",
    );
  },
);

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ADMIN, expect, ON_PHONE_TOO, testIsolated as test, testNewShop } from "./fixtures.ts";
import { png } from "./png.ts";
import type { Order } from "./shop.ts";
import { zip } from "./zip.ts";

const OWNER = "owner@fern.example";
const TOOLS = 300;
/** The last tools have pictures of their own. */
const PICTURES = 20;
const pictureOf = (n: number) =>
  n > TOOLS - PICTURES ? `hoe-${n}.png` : "/images/draw-hoe/350.webp";

const toolsFile = () => {
  const rows = Array.from(
    { length: TOOLS },
    (_, n) => `Fern Hoe ${n + 1},FERN-${n + 1},A hoe.,12.50,500,5,${pictureOf(n + 1)}`,
  );
  const head = "Name,SKU,Description,Price,Available quantity,Minimum quantity,Picture";
  return {
    name: "tools.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([head, ...rows].join("\n")),
  };
};

const picturesFile = () => {
  const files = Array.from({ length: PICTURES }, (_, n) => [
    `photos/${pictureOf(TOOLS - n)}`,
    png(350 + n, 450),
  ]);
  return {
    name: "photos.zip",
    mimeType: "application/zip",
    buffer: zip(Object.fromEntries(files) as Record<string, Buffer>),
  };
};

const REGISTRATION = "GST/HST 12345 6789 RT0001";

/** Every text of the page that matches, also one that is gone before a test could look. */
const collectTexts = (page: Page, pattern: RegExp) =>
  page.evaluate(
    ({ source }) => {
      const seen = new Set<string>();
      const collect = () => {
        for (const [text] of document.body.textContent.matchAll(new RegExp(source, "g")))
          seen.add(text);
      };
      new MutationObserver(collect).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      Object.assign(window, { seenTexts: seen });
    },
    { source: pattern.source },
  );

const collectedTexts = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { seenTexts: Set<string> }).seenTexts]);

/** Each section of the settings has a save of its own. */
async function saveSettings(page: Page) {
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === "PUT" && response.url().endsWith("/api/shop-settings"),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await answer).status()).toBe(200);
}

test("an owner runs the shop with nothing but a login", async ({
  page,
  isolatedShop: shop,
  user,
  inbox,
}) => {
  const main = page.getByRole("main");

  await test.step("names the shop, and where the owner is told of orders", async () => {
    await page.goto("/login");
    await user.fillInLogin(ADMIN);
    await expect(page).toHaveURL("/");
    await user.goTo("Dashboard");
    await user.goToInDashboard("Shop settings");
    await main.getByRole("link", { name: "The shop" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Fern & Spade");
    await page.getByLabel("Registration numbers").fill(REGISTRATION);
    await saveSettings(page);
    await main.getByRole("link", { name: "E-mails to you" }).click();
    await page.getByLabel("Send to").fill(OWNER);
    await page.getByLabel("E-mail me about paid orders").selectOption("An e-mail for each order");
    await saveSettings(page);
  });

  await test.step("imports 300 tools", async () => {
    await user.goToInDashboard("Import tools");
    await page.getByLabel("File of tools").setInputFiles(toolsFile());
    await expect(user.row("Problems", "hoe-300.png")).toContainText("please choose the zip");
    await collectTexts(page, /\d+ of \d+ pictures/);
    await page.getByLabel("Zip with pictures").setInputFiles(picturesFile());
    await expect
      .poll(() => collectedTexts(page), { timeout: 30_000 })
      .toContainEqual(expect.stringMatching(/^\d+ of 20 pictures$/));
    // The check reads all pictures first.
    await page.getByRole("button", { name: `Import ${TOOLS} tools` }).click({ timeout: 60_000 });
    await expect(user.toast(`${TOOLS} tools added, 0 changed`)).toBeVisible({ timeout: 30_000 });
    await page.goto("/tool?q=FERN-300");
    await expect(page.getByRole("article")).toContainText("Fern Hoe 300");
    const picture = page.getByRole("article").locator("img").first();
    await expect(picture).toHaveJSProperty("naturalWidth", 350);
  });

  const buyer = await shop.customer();
  const tool = await shop.toolAt(0);
  expect(tool.name).toMatch(/^Fern Hoe/);
  const paid: Order[] = [];
  await test.step("is told when customers pay", async () => {
    for (let count = 0; count < 3; count += 1)
      paid.push(await buyer.api.pay(await buyer.api.placeOrder(tool)));
    for (const { number } of paid) await inbox.emailTo(OWNER, new RegExp(`#${number}\\b`));
  });

  await test.step("ships three orders with tracking numbers at once", async () => {
    await page.goto("/dashboard");
    await user.goToInDashboard("Manage Orders");
    await page.getByRole("searchbox").fill(buyer.email);
    const rows = page.getByRole("table", { name: "All orders" }).getByRole("row");
    await expect(rows).toHaveCount(4);
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Add tracking", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Ship 3 orders with tracking" });
    await dialog.getByLabel("Carrier").selectOption("UPS");
    for (const { number } of paid) {
      const field = dialog.getByLabel(`#${number} for`);
      await field.fill(`1Z ${number}`);
      await field.press("Enter");
    }
    await dialog.getByRole("button", { name: "Ship 3 orders" }).click();
    await expect(user.toast("3 orders shipped with tracking")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rows.filter({ hasText: "Approved and shipped" })).toHaveCount(3);
    const sidebar = page.getByRole("navigation", { name: "Dashboard" });
    await expect(sidebar).not.toContainText("to do");
    for (const { number } of paid)
      await inbox.emailTo(buyer.email, new RegExp(`ups\\.com/\\S*1Z${number}\\b`));
  });

  await test.step("hides a review", async () => {
    await buyer.api.addReview("Buy at my shop instead.");
    await user.goToInDashboard("Manage Reviews");
    const review = main.getByRole("row").filter({ hasText: "Buy at my shop instead." });
    await review.getByRole("button", { name: /^Hide/ }).click();
    await expect(review).toHaveCount(0);
    await page.goto("/allReview");
    await expect(page.getByRole("heading", { name: "All Reviews" })).toBeVisible();
    await expect(page.getByText("Buy at my shop instead.")).toHaveCount(0);
  });

  const downloadCsv = async (name: string, options: { lastMonth: boolean; since?: boolean }) => {
    await page.getByRole("button", { name: "Download files" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("CSV, 24.50").click();
    if (options.lastMonth) await dialog.getByRole("button", { name: "Last month" }).click();
    if (options.since) await dialog.getByLabel("Last day").fill("");
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name }).click();
    return readFile(await (await download).path(), "utf8");
  };
  await test.step("exports the payments since last month", async () => {
    await page.goto("/dashboard/manageOrders");
    const file = await downloadCsv("Payments", { lastMonth: true, since: true });
    for (const { number } of paid) expect(file).toContain(`#${number}`);
  });

  await test.step("exports refunds of all days and of last month", async () => {
    const order = await buyer.api.pay(await buyer.api.placeOrder(tool));
    await (await shop.admin()).refund(order);
    expect(await downloadCsv("Refunds", { lastMonth: false })).toContain(`#${order.number}`);
    expect(await downloadCsv("Refunds", { lastMonth: true })).not.toContain(`#${order.number}`);
  });

  await test.step("has the registration numbers on papers and in e-mails", async () => {
    const [order] = paid as [Order];
    for (const path of [`myOrders/${order._id}/receipt`, `manageOrders/${order._id}/slip`]) {
      await page.goto(`/dashboard/${path}`);
      await expect(main.getByText(REGISTRATION)).toBeVisible();
    }
    await inbox.emailTo(buyer.email, new RegExp(`#${order.number}\\b[^]*${REGISTRATION}`));
  });
});

const emptyFolder = testNewShop.extend({ hasOwner: false });

emptyFolder(
  "from an empty folder to an open shop, by what the screens say",
  ON_PHONE_TOO,
  async ({ page, newShop, consoleErrors }) => {
    // The preview runs none of the page's scripts.
    consoleErrors.expect(/Blocked script execution/);
    const { owner } = newShop;
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const list = page.getByRole("region", { name: "Before you open" });

    await emptyFolder.step("the account, whose password will do for the owner", async () => {
      await page.goto("/");
      await page.getByRole("link", { name: "Sign up" }).click();
      await expect(page.getByText("At least 12 characters")).toBeVisible();
      await page.getByLabel("Name").fill(owner.name);
      await page.getByLabel("E-mail").fill(owner.email);
      await page.getByLabel("Password", { exact: true }).fill("garden");
      await press("Sign Up");
      await expect(page.getByText("Password must be 12 characters or longer")).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill(owner.password);
      await press("Sign Up");
      await expect(page).toHaveURL("/dashboard");
      await expect(list).toContainText("1 of 8 done");
    });

    await emptyFolder.step("the role, which the page notices by itself", async () => {
      const command = (await list.locator("code").first().textContent()) ?? "";
      newShop.runOnHost(command);
      await expect(list).toContainText("2 of 8 done");
    });

    await emptyFolder.step("name and address", async () => {
      await page.getByLabel("Name of the shop").fill("Fern & Spade");
      await page.getByLabel("Street and number").fill("1 Maple Street");
      await page.getByLabel("City").fill("Halifax");
      await page.getByLabel("Postal code").fill("B3J 1A1");
      await page.getByLabel("Province or territory").selectOption("Nova Scotia");
      const zone = await page.getByLabel("Time zone").boundingBox();
      const below = await list.getByText("E-mail for customers (optional)").boundingBox();
      expect((below?.y ?? 0) - ((zone?.y ?? 0) + (zone?.height ?? 0))).toBeGreaterThan(12);
      await press("Save and go on");
      await expect(list).toContainText("3 of 8 done");
    });

    await emptyFolder.step("taxes, delivery and payment", async () => {
      await press("I am not registered");
      await expect(list).toContainText("4 of 8 done");
      await page.reload();
      await list.getByText("Free from an amount").click();
      await page.getByLabel("Price of a parcel ($)").fill("12");
      await expect(list).toContainText("$12.00 to all of Canada, free from $150.00");
      await press("Save and go on");
      await expect(list).toContainText("5 of 8 done");
      await page.getByLabel("How to pay").fill("Interac e-Transfer to pay@fern.example");
      await press("Save and go on");
      await expect(list).toContainText("6 of 8 done");
    });

    await emptyFolder.step("the first tool", async () => {
      await list.getByRole("link", { name: "Add the first tool" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add Tool");
      const form = page.getByRole("main");
      await form.getByLabel("Name", { exact: true }).fill("Glass Bell Cloche");
      await form.getByLabel("Description").fill("Keeps frost off.");
      await form.getByLabel("Price").fill("58.50");
      await form.getByLabel("Available quantity").fill("40");
      await form.getByLabel("Minimum quantity").fill("2");
      const photo = { name: "photo.png", mimeType: "image/png", buffer: png(350, 450) };
      await form.getByLabel("Photo").setInputFiles(photo);
      await form.getByRole("button", { name: /^Add/ }).click();
      await expect(page.getByText("is now in the catalogue")).toBeVisible();
      await page.getByRole("link", { name: "Back to the steps" }).click();
      await expect(list).toContainText("7 of 8 done");
    });

    await emptyFolder.step("the preview, and the last press", async () => {
      const preview = page.frameLocator('iframe[title="Your home page on a phone"]');
      await expect(preview.getByText("Glass Bell Cloche").first()).toBeVisible();
      await press("Open the shop");
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { name: "Glass Bell Cloche" })).toBeVisible();
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
      await expect(page.getByRole("region", { name: "Still to do" })).toContainText("Legal pages");
    });
  },
);

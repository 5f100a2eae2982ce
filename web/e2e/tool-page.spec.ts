import { expect, type Locator, ON_PHONE_TOO, test, testIsolated } from "./fixtures.ts";
import { png } from "./png.ts";
import { dollars } from "./user.ts";

test(
  "from the home page to a tool's page and its purchase",
  ON_PHONE_TOO,
  async ({ browser, page, shop, user, isMobile }) => {
    const tool = await shop.toolAt(2);
    await user.signInAs(await shop.customer(), "/");
    const browse = page.getByRole("region", { name: "Browse All Tools" });
    await browse.getByRole("link", { name: tool.name, exact: true }).click();
    await expect(page).toHaveURL(`/tool/${tool.slug}`);
    await expect(page).toHaveTitle(`${tool.name} · Trowel`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(tool.name);
    await expect(main).toContainText(tool.description);
    const least = dollars(tool.price * tool.minimumQuantity);
    await expect(main).toContainText(`${dollars(tool.price)} CAD each`);
    await expect(main).toContainText(`${tool.minimumQuantity} minimum, from ${least}`);
    await expect(
      main.getByRole("region", { name: "Related tools" }).getByRole("article"),
    ).toHaveCount(4);

    await test.step("without JavaScript it says the same", async () => {
      const plain = await browser.newPage({ javaScriptEnabled: false });
      await plain.goto(`${shop.origin}/tool/${tool.slug}`);
      const texts = await plain.locator(".tool-facts :is(h1, p)").allTextContents();
      await plain.close();
      expect(texts.length).toBeGreaterThan(4);
      for (const text of texts) await expect(main.locator(".tool-facts")).toContainText(text);
    });

    await test.step("the picture is enlarged with the keyboard", async () => {
      const picture = main.getByRole("button", { name: `Enlarge the picture of ${tool.name}` });
      await picture.press("Enter");
      const dialog = page.getByRole("dialog", { name: tool.name });
      await expect(dialog.getByRole("img", { name: tool.name })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(picture).toBeFocused();
    });

    await main.locator(".tool-facts").getByRole("button", { name: "Buy now" }).click();
    await expect(page).toHaveURL("/checkout");
    if (isMobile) await main.getByText(/^1 tool · /).click();
    const bought = main.getByRole("region", { name: "Sum" }).getByRole("listitem").first();
    const price = dollars(tool.price);
    await expect(bought).toHaveText(`${tool.name}${tool.minimumQuantity} × ${price}${least}`);
  },
);

testIsolated(
  "the quantity of a visitor is in the address, and a login keeps it up to the purchase",
  ON_PHONE_TOO,
  async ({ page, isolatedShop, user, consoleErrors }) => {
    consoleErrors.expect(/^401 GET .*\/identity\/session$/);
    const tool = await isolatedShop.toolAt(4);
    const customer = await isolatedShop.customer();
    const wanted = tool.minimumQuantity + 3;
    const total = dollars(tool.price * wanted);
    const facts = page.locator(".tool-facts");
    const quantity = page.getByRole("spinbutton", { name: "Order quantity" });
    await page.goto(`/tool/${tool.slug}`);
    await expect(facts.locator("output")).toHaveText(dollars(tool.price * tool.minimumQuantity));
    await quantity.fill("0");
    await expect(quantity).toHaveAccessibleDescription(
      /Ordered Quantity is less than minimum quantity$/,
    );
    await quantity.fill(String(wanted));
    await expect(facts.locator("output")).toHaveText(total);
    await expect(page).toHaveURL(`/tool/${tool.slug}?quantity=${wanted}`);
    await page.reload();
    await expect(quantity).toHaveValue(String(wanted));

    await page.goto(`/tools/${tool._id}?quantity=${wanted}`);
    await expect(page).toHaveURL("/login");
    await user.fillInLogin(customer);
    await expect(page).toHaveURL(`/tools/${tool._id}?quantity=${wanted}`);
    await expect(quantity).toHaveValue(String(wanted));
    await expect(page.getByRole("main").locator("output")).toHaveText(total);
    await page.getByRole("button", { name: "Purchase", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/payment\//);
    await page.goBack();
    const slip = page.getByRole("region", { name: "Your order is placed" });
    await expect(slip).toContainText(`${wanted} × ${tool.name}`);
    await expect(page).toHaveURL(`/tools/${tool._id}`);
  },
);

test("the search of the header leads to All Tools", ON_PHONE_TOO, async ({ page }) => {
  await page.goto("/blogs");
  const field = page.getByRole("searchbox", { name: "Search tools" });
  if (!(await field.isVisible())) {
    await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
    await expect(field).toBeFocused();
  }
  await field.fill("wheelbarrow");
  await field.press("Enter");
  await expect(page).toHaveURL("/tool?q=wheelbarrow");
  await expect(page.getByRole("combobox", { name: "Search" })).toHaveValue("wheelbarrow");
  await expect(page.getByRole("article").first()).toContainText("Wheelbarrow");
});

/** The sides of the picture on the page and in its file. */
const sizes = (picture: Locator) =>
  picture.evaluate((img: HTMLImageElement) => {
    const { width, height } = img.getBoundingClientRect();
    return { width, height, naturalWidth: img.naturalWidth, naturalHeight: img.naturalHeight };
  });

testIsolated(
  "enlarged pictures are whole, and turn by arrows, keys and scrolling",
  ON_PHONE_TOO,
  async ({ page, isolatedShop }) => {
    const tool = await isolatedShop.toolAt(0);
    const admin = await isolatedShop.admin();
    const wide = await admin.uploadPicture(png(2000, 800));
    await admin.editTool(tool, {
      pictures: [
        { url: tool.img, alt: "Front" },
        { url: wide, alt: "Side" },
        { url: "/images/dibber/350.webp", alt: "Case" },
      ],
    });
    await page.goto(`/tool/${tool.slug}`);
    await page.getByRole("button", { name: `Enlarge the picture of ${tool.name}` }).click();
    const dialog = page.getByRole("dialog", { name: tool.name });
    const place = dialog.getByRole("status");
    const picture = (alt: string) => dialog.getByRole("img", { name: alt });
    await expect(place).toHaveText("1 of 3");
    await dialog.getByRole("button", { name: "Next picture" }).click();
    await expect(place).toHaveText("2 of 3");

    await test.step("all of the picture is shown, within the window", async () => {
      await expect
        .poll(async () => (await sizes(picture("Side"))).naturalWidth, { message: "the upload" })
        .toBe(1600);
      const { width, height, naturalWidth, naturalHeight } = await sizes(picture("Side"));
      expect(naturalHeight).toBe(640);
      expect(width / height).toBeCloseTo(naturalWidth / naturalHeight, 2);
      expect(width).toBeGreaterThan(300);
      await expect(picture("Side")).toBeInViewport({ ratio: 1 });
    });

    await test.step("a press shows it at full size, and another one fits it again", async () => {
      const fitted = await sizes(picture("Side"));
      await picture("Side").click();
      await expect(dialog.getByRole("button", { name: "Full size" })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      expect(await sizes(picture("Side"))).toMatchObject({ width: 1600, height: 640 });
      await dialog.getByRole("button", { name: "Full size" }).click();
      expect(await sizes(picture("Side"))).toEqual(fitted);
    });

    await test.step("keys turn the pictures, and the first follows the last", async () => {
      await page.keyboard.press("ArrowRight");
      await expect(place).toHaveText("3 of 3");
      await page.keyboard.press("ArrowRight");
      await expect(place).toHaveText("1 of 3");
      await page.keyboard.press("ArrowLeft");
      await expect(place).toHaveText("3 of 3");
    });

    await expect(picture("Case")).toBeInViewport({ ratio: 1 });
    // What a swipe does. The browser handles the touch.
    await dialog.getByRole("list").evaluate((strip) => strip.scrollBy(-strip.clientWidth, 0));
    await expect(place).toHaveText("2 of 3");
    await expect(picture("Side")).toBeInViewport({ ratio: 1 });

    await test.step("the focus stays inside, and returns", async () => {
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press("Tab");
        const isOutside = await page.evaluate(
          () =>
            document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
        );
        expect(isOutside).toBe(false);
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: /^Enlarge the picture/ })).toBeFocused();
      await expect(page.getByRole("button", { name: "Picture 2: Side" })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
    });
  },
);

test("a price is in the first view of home and All Tools at every width", async ({ page }) => {
  for (const path of ["/", "/tool"])
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [768, 1024],
      [1366, 768],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const price = page
        .getByRole("main")
        .getByText(/\$\d+\.\d\d/)
        .first();
      await expect(price, `${path} at ${width}`).toBeInViewport({ ratio: 1 });
    }
});

test("All Tools shows a compact list, and the browser remembers it", async ({ page, shop }) => {
  const tools = await shop.latestTools(100);
  await page.goto("/tool");
  const choice = page.getByRole("button", { name: "Compact list" });
  await expect(choice).toHaveAttribute("aria-pressed", "false");
  await choice.click();
  const rows = page.getByRole("table", { name: "Tools" }).getByRole("row");
  await expect(rows).toHaveCount(tools.length + 1);
  await page.reload();
  await expect(rows).toHaveCount(tools.length + 1);
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  const [first] = tools;
  if (!first) throw new Error("the demo has no tools");
  await expect(rows.nth(1)).toContainText(dollars(first.price));
  await rows.nth(1).getByRole("link", { name: first.name, exact: true }).click();
  await expect(page).toHaveURL(`/tool/${first.slug}`);
});

test("a tool that the shop does not have is said to be missing", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/404/);
  await page.goto("/tool/no-such-tool");
  await expect(page.getByRole("heading", { name: "We don’t have this tool" })).toBeVisible();
  await page.goto("/category/no-such-category");
  await expect(page.getByRole("heading", { name: "We don’t have this category" })).toBeVisible();
});

test("both ways to buy stand beside each other", async ({ page, shop }) => {
  const tool = await shop.toolAt(2);
  const main = page.getByRole("main");
  for (const width of [320, 390, 600, 768, 1024, 1366])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/tool/${tool.slug}`);
      const top = async (name: string) =>
        (await main.locator(".tool-facts").getByRole("button", { name }).boundingBox())?.y;
      expect(await top("Buy now")).toBe(await top("Add to basket"));
    });
});

test("in forced colours the chosen quantity looks different from the others", async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const tool = await shop.toolAt(0);
  await page.goto(`/tool/${tool.slug}`);
  const chips = page.getByRole("list", { name: "Common quantities" }).getByRole("button");
  await expect(chips.first()).toHaveAttribute("aria-pressed", "true");
  const colors = await chips.evaluateAll((all) =>
    all.map((chip) => getComputedStyle(chip).backgroundColor),
  );
  expect(colors[0]).not.toBe(colors[1]);
});

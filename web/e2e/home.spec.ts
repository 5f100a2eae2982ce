import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";

const TURNS_EVERY = 6_000;

const carouselOf = (page: Page) => page.getByRole("region", { name: "From the catalogue" });

/** The current dot and the slide in the viewport both belong to the banner. */
async function expectBanner(page: Page, number: number) {
  const carousel = carouselOf(page);
  await expect(carousel.locator("[aria-current=true]")).toHaveAccessibleName(
    new RegExp(`^Banner ${number}:`),
  );
  const slide = carousel.locator(`[aria-label="${number} of 5"]`);
  await expect(slide).toBeInViewport({ ratio: 0.6 });
  await expect(slide).not.toHaveAttribute("aria-hidden", "true");
}

test.describe("the banners", () => {
  test.describe("with reduced motion", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    test("stand still, and turn by arrows, dots and keys", ON_PHONE_TOO, async ({ page }) => {
      await page.clock.install();
      await page.goto("/");
      const carousel = carouselOf(page);
      await expect(carousel.getByRole("listitem", { includeHidden: true })).toHaveCount(5);
      await expectBanner(page, 1);
      await page.clock.runFor(3 * TURNS_EVERY);
      await expectBanner(page, 1);

      await carousel.getByRole("button", { name: "Next banner" }).click();
      await expectBanner(page, 2);
      await carousel.getByRole("button", { name: "Previous banner" }).click();
      await expectBanner(page, 1);
      await carousel.getByRole("button", { name: "Previous banner" }).click();
      await expectBanner(page, 5);
      await carousel.getByRole("button", { name: "Next banner" }).click();
      await expectBanner(page, 1);

      await carousel.getByRole("button", { name: /^Banner 4:/ }).click();
      await expectBanner(page, 4);

      await page.keyboard.press("ArrowRight");
      await expectBanner(page, 5);
      await page.keyboard.press("ArrowLeft");
      await expectBanner(page, 4);
    });
  });

  test("turn automatically until they are paused", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const carousel = carouselOf(page);
    const pause = carousel.getByRole("button", { name: "Pause the banners" });
    await expect(pause).toBeVisible();
    await expectBanner(page, 1);
    await page.clock.runFor(TURNS_EVERY + 100);
    await expectBanner(page, 2);
    await page.clock.runFor(TURNS_EVERY + 100);
    await expectBanner(page, 3);

    await test.step("they stop while focused", async () => {
      await pause.focus();
      await page.clock.runFor(3 * TURNS_EVERY);
      await expectBanner(page, 3);
    });

    await test.step("paused, they stay without the focus", async () => {
      await pause.press("Enter");
      const play = carousel.getByRole("button", { name: "Play the banners" });
      await expect(play).toBeFocused();
      await play.blur();
      await page.clock.runFor(3 * TURNS_EVERY);
      await expectBanner(page, 3);
    });

    await test.step("they continue on Play", async () => {
      const play = carousel.getByRole("button", { name: "Play the banners" });
      await play.press("Enter");
      await pause.blur();
      await page.clock.runFor(TURNS_EVERY + 100);
      await expectBanner(page, 4);
    });
  });
});

test("Subscribe Now says thank you and sends nothing", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  const subscribe = page.getByRole("button", { name: "Subscribe Now" });
  await subscribe.click();
  const alert = page.getByRole("dialog", { name: "Subscription done!" });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole("paragraph")).toHaveText("Thank you");
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toBeHidden();
  await expect(subscribe).toBeFocused();
  expect(sent).toEqual([]);
});

test("the summary's figures and buttons are decoration", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  const summary = page.getByRole("region", { name: "Business Summary" });
  const figures = summary.getByRole("definition");
  await expect(figures).toHaveCount(14);
  await expect(summary.locator("div", { hasText: /^Countries/ })).toContainText("100+Trusted");
  await expect(summary.locator("div", { hasText: /^Total tools/ })).toContainText("50+");

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const before = await summary.innerHTML();
  for (const name of ["Add funds", "Register"]) await summary.getByRole("button", { name }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(requested.filter((url) => url.includes("/api/"))).toEqual([]);
  expect(await summary.innerHTML()).toBe(before);
});

test("the latest six tools and three reviews, newest first, with links to all of them", async ({
  page,
  shop,
}) => {
  await page.goto("/");
  const browse = page.getByRole("region", { name: "Browse All Tools" });
  const tools = await shop.latestTools(6);
  await expect(browse.getByRole("heading", { level: 3 })).toHaveText(tools.map(({ name }) => name));
  const voices = page.getByRole("region", { name: "What Our Customer Says" });
  const reviews = await shop.latestReviews(3);
  await expect(voices.getByRole("figure")).toHaveCount(3);
  for (const [place, { name, review }] of reviews.entries()) {
    await expect(voices.getByRole("blockquote").nth(place)).toHaveText(review);
    await expect(voices.getByRole("figure").nth(place)).toContainText(name);
  }

  await browse.getByRole("link", { name: "Load More Tools" }).click();
  await expect(page).toHaveURL("/tool");
  await page.goBack();
  await voices.getByRole("link", { name: "All Reviews" }).click();
  await expect(page).toHaveURL("/allReview");
});

test("a phone shows the first tool within two screens", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const box = await page.getByRole("article").first().boundingBox();
  expect(box?.y).toBeLessThan(2 * 844);
});

test("all screens of the navigation bar, signed out", ON_PHONE_TOO, async ({ page, user }) => {
  await page.goto("/");
  for (const { name, path, heading } of [
    { name: "All Tools", path: "/tool", heading: "All Tools" },
    { name: "Blogs", path: "/blogs", heading: "Blogs" },
    { name: "My Portfolio", path: "/portfolio", heading: /\w+ \w+/ },
    { name: "Home", path: "/", heading: "Gardening and Yard Care Tools" },
  ]) {
    await user.goTo(name);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("main")).toBeFocused();
  }
  await page.getByRole("contentinfo").getByRole("link").first().click();
  await expect(page).toHaveURL("/home");
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
});

test("the chosen theme survives a reload", async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/blogs");
  const light = await background();
  await page.getByRole("button", { name: "Change between light and dark" }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect.poll(background).toBe(dark);
});

test("price, Purchase and the button of a card are whole and in one line each", async ({
  page,
}) => {
  for (const width of [320, 390, 600, 768, 1024, 1366])
    for (const size of [100, 200])
      await test.step(`${width} px, text of ${size} %`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await page.goto("/tool");
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, size);
        const cards = page.getByRole("article");
        await expect(cards).not.toHaveCount(0);
        const broken = await cards.evaluateAll((all) =>
          all.flatMap((card) => {
            const line = Number.parseFloat(getComputedStyle(card).fontSize) * 2;
            const right = card.getBoundingClientRect().right + 1;
            return [...card.querySelectorAll(".tool-card-price > span, .tool-card-end > a, button")]
              .filter((part) => {
                const text = document.createRange();
                text.selectNodeContents(part);
                const box = text.getBoundingClientRect();
                return box.height > line || box.right > right;
              })
              .map((part) => part.textContent);
          }),
        );
        expect(broken).toEqual([]);
      });
});

test("cards do not move the page when they come into view", ON_PHONE_TOO, async ({ page }) => {
  const groups = page.locator(".tool-group");
  const heights = () =>
    groups.evaluateAll((all) => all.map((group) => group.getBoundingClientRect().height));
  const rows = () =>
    groups.evaluateAll((all) =>
      all.map(
        ({ children }) =>
          new Set(Array.from(children, (card) => card.getBoundingClientRect().top)).size,
      ),
    );
  const LINE_OF_TEXT = 23;
  for (const path of ["/", "/tool"]) {
    await page.goto(path);
    await expect(groups).not.toHaveCount(0);
    const expected = await heights();
    await page.locator("footer").last().scrollIntoViewIfNeeded();
    for (const group of await groups.all()) await group.scrollIntoViewIfNeeded();
    const [rendered, rowCounts] = [await heights(), await rows()];
    for (const [index, height] of rendered.entries())
      expect(Math.abs(height - (expected[index] ?? 0)) / (rowCounts[index] ?? 1)).toBeLessThan(
        LINE_OF_TEXT,
      );
  }
});

import { ADMIN, expect, test } from "./fixtures.ts";
import { dollars } from "./user.ts";

const WIDTHS = [
  { width: 390, columns: 1 },
  { width: 800, columns: 2 },
  { width: 1366, columns: 3 },
];

test("all reviews are in one to three columns, by the width of the screen", async ({
  page,
  request,
}) => {
  const reviews = (await (await request.get("/api/reviews?sort=newest&limit=100")).json()) as {
    name: string;
    rating: number;
  }[];
  await page.goto("/allReview");
  const cards = page.getByRole("figure");
  await expect(cards).toHaveCount(reviews.length);
  for (const [place, { name, rating }] of reviews.slice(0, 6).entries()) {
    await expect(cards.nth(place)).toContainText(name);
    await expect(cards.nth(place).getByRole("img")).toHaveAccessibleName(
      `${Math.round(rating)} of 5 stars`,
    );
  }
  for (const { width, columns } of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = () =>
      cards.evaluateAll(
        (all) => new Set(all.map((card) => Math.round(card.getBoundingClientRect().left))).size,
      );
    await expect.poll(lefts, `at ${width}`).toBe(columns);
  }
});

test("for an admin each review has its Delete inside its own card", async ({
  page,
  shop,
  user,
}) => {
  const { api } = await shop.customer();
  await api.addReview("It digs. ".repeat(60));
  await user.signInAs(ADMIN);
  await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
  await page.goto("/allReview");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards.first().getByRole("button", { name: /^Delete the review of / })).toBeVisible();
  for (const { width } of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const gaps = await cards.evaluateAll((all) =>
      all.map((card) => {
        const [outer, text, button] = [
          card,
          card.querySelector("figure"),
          card.querySelector("button"),
        ].map((element) => element?.getBoundingClientRect());
        if (!outer || !text || !button) return -1;
        return Math.min(button.top - text.bottom, outer.bottom - button.bottom);
      }),
    );
    expect(Math.min(...gaps), `at ${width}`).toBeGreaterThanOrEqual(-0.5);
  }
});

test("a tool's card shows picture, name, price, description and both quantities", async ({
  page,
  shop,
}) => {
  const tools = await shop.latestTools(100);
  await page.goto("/tool");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(tools.length);
  for (const [place, tool] of tools.slice(0, 6).entries()) {
    const card = cards.nth(place);
    await expect(card.getByRole("heading")).toHaveText(tool.name);
    await expect(card).toContainText(dollars(tool.price));
    await expect(card).toContainText(tool.description);
    await expect(card).toContainText(`${tool.minimumQuantity.toLocaleString("en-US")} minimum`);
    await expect(card).toContainText(
      tool.availableQuantity < tool.minimumQuantity
        ? "Out of stock"
        : tool.availableQuantity.toLocaleString("en-US"),
    );
    const picture = card.locator("img");
    await expect(picture).toHaveAttribute("width", "350");
    await expect(picture).toHaveAttribute("height", "450");
    const box = await picture.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(350 / 450, 2);
  }
});

for (const { path, pixels, shown } of [
  { path: "/", pixels: 3, shown: /^data:image\/avif/ },
  { path: "/tool", pixels: 1.75, shown: /^data:image\/avif/ },
  { path: "/tool", pixels: 3, shown: /\/700\.avif$/ },
])
  test.describe(`on a phone with ${pixels} pixels for one`, () => {
    test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: pixels });

    test(`the main picture of ${path} comes with the page, and as a file only for more pixels`, async ({
      page,
    }) => {
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      await page.goto(path, { waitUntil: "networkidle" });
      const picture = page.locator("img[fetchpriority=high]");
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
        .toMatch(shown);
      expect(
        await picture.evaluate((image: HTMLImageElement) => image.naturalWidth),
      ).toBeGreaterThan(170);
      const main = await picture.getAttribute("src");
      const folder = new URL(main ?? "", page.url()).pathname.replace(/(350|-1280)\.webp$/, "");
      const files = requested.filter((url) => url.includes(folder));
      expect(files).toEqual(shown.source.startsWith("^data") ? [] : [expect.stringMatching(shown)]);
    });
  });

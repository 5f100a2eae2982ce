import AxeBuilder from "@axe-core/playwright";
import { addressOf, loadPictures, lookAt, SCREENS, transitionsOver } from "./screens.ts";
import { test } from "./stage.ts";
import { expect, type Page } from "./test.ts";

interface RunOnly {
  type: "tag" | "rule";
  values: string[];
}

const WIDTHS = [320, 390, 1366];
const SCHEMES = ["light", "dark"] as const;
const EVERY_RULE: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What a change of theme alone can break. */
const COLOURS: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

// Colours on their way from one to another would be measured halfway.
test.use({ contextOptions: { reducedMotion: "reduce" } });

async function expectAccessible(page: Page, runOnly: RunOnly) {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly, resultTypes: ["violations"] })
    // Frames of other origins are not entered (there are none here), and it takes half the time.
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // The card field's frame is see-through: axe does not know what it stands on.
      .filter(({ target }) => id !== "color-contrast" || target.length === 1)
      .map(({ target, failureSummary }) => `${id} at ${target.join(" in ")}: ${failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Sideways scrolling of the whole page; a strip or a table may scroll within itself. */
async function expectToFit(page: Page, width: number) {
  const wide = await page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return [];
    const outside = (element: Element) => element.getBoundingClientRect().right > width + 0.5;
    return [...document.querySelectorAll("body *")]
      .filter((element) => outside(element) && ![...element.children].some(outside))
      .slice(0, 8)
      .map((element) => element.outerHTML.slice(0, 160));
  }, width);
  expect(wide, `what reaches beyond ${width} px`).toEqual([]);
}

for (const screen of SCREENS)
  test(`${screen.name}: fits, reads and speaks at every width, light and dark`, async ({
    page,
    stage,
    visitor,
    incidents,
  }) => {
    if (screen.incident) incidents.expect(screen.incident);
    await page.setViewportSize({ width: 390, height: 844 });
    await lookAt(screen, { page, stage, visitor });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(screen.heading);
    await expect(page).toHaveTitle(screen.title);
    expect(await loadPictures(page), "pictures that did not load").toEqual([]);

    for (const width of WIDTHS)
      for (const colorScheme of SCHEMES)
        await test.step(`${width} px, ${colorScheme}`, async () => {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          await transitionsOver(page);
          await expect(page.locator("h1")).toHaveCount(1);
          await expectToFit(page, width);
          await expectAccessible(page, colorScheme === "light" ? EVERY_RULE : COLOURS);
        });
  });

test("on a phone no field that has the focus hides under a bar", async ({
  page,
  stage,
  visitor,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await visitor.arriveAs(stage.customer, `/tools/${stage.toolId}`);
  const address = page.getByLabel("Address");
  await address.focus();

  const steps = [...Array(5).fill("Tab"), ...Array(6).fill("Shift+Tab")];
  for (const key of steps) {
    await page.keyboard.press(key);
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused) return "nothing has the focus";
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return focused.contains(seen) ? "" : `${focused.outerHTML} lies under ${seen?.outerHTML}`;
    });
    expect(covered).toBe("");
  }
});

test("an unknown path is not found, for machines too", async ({ page, incidents }) => {
  incidents.expect(/^404 GET .*\/tools$/);
  const answer = await page.goto("/tools");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("img", { name: "this page does not exist" })).toBeVisible();
});

test("every known path is found", async ({ request, stage }) => {
  for (const screen of SCREENS) {
    if (screen.incident) continue;
    const address = addressOf(screen, stage);
    expect((await request.get(address)).status(), address).toBe(200);
  }
});

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { waitForTransitions } from "./screens.ts";

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
/** The rules that a change of theme alone can break. */
const COLOURS: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

async function expectNoViolations(page: Page, runOnly: RunOnly) {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly,
      resultTypes: ["violations"],
      // WCAG 2.5.3, which axe has as an experiment.
      rules: { "label-content-name-mismatch": { enabled: true } },
    })
    // The shop has no frames of other origins. Axe takes half the time if it does not enter frames.
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // The frame of the card field is transparent, so axe does not know its background.
      .filter(({ target }) => id !== "color-contrast" || target.length === 1)
      .map(({ target, failureSummary }) => `${id} at ${target.join(" in ")}: ${failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** The page does not scroll sideways. A strip or a table may scroll within itself. */
export async function expectNoOverflow(page: Page, width: number) {
  const wide = await page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return [];
    const isOutside = (element: Element) => element.getBoundingClientRect().right > width + 0.5;
    return [...document.querySelectorAll("body *")]
      .filter((element) => isOutside(element) && ![...element.children].some(isOutside))
      .slice(0, 8)
      .map((element) => element.outerHTML.slice(0, 160));
  }, width);
  expect(wide, `elements beyond ${width} px`).toEqual([]);
}

/** A list to choose from looks like one, and not like a text field. */
async function expectArrows(page: Page) {
  const bare = await page.evaluate(() => {
    const hasArrow = (style: CSSStyleDeclaration) =>
      style.appearance !== "none" || style.backgroundImage !== "none";
    const lists = [...document.querySelectorAll("select")].filter(
      (list) => !hasArrow(getComputedStyle(list)),
    );
    return lists.map((list) => list.outerHTML.slice(0, 160));
  });
  expect(bare, "lists without an arrow").toEqual([]);
}

/** The page fits the viewport and passes every rule of axe. */
export async function expectAccessible(page: Page, runOnly = EVERY_RULE) {
  await waitForTransitions(page);
  await expectArrows(page);
  await expect(page.locator("h1")).toHaveCount(1);
  await expectNoOverflow(page, page.viewportSize()?.width ?? 0);
  await expectNoViolations(page, runOnly);
}

/** The page is accessible at every width, light and dark. */
export async function expectAccessibleAtEveryWidth(page: Page) {
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES)
      await test.step(`${width} px, ${colorScheme}`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, colorScheme === "light" ? EVERY_RULE : COLOURS);
      });
}

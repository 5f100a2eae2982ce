import AxeBuilder from "@axe-core/playwright";
import { transitionsOver } from "./screens.ts";
import { expect, type Page, test } from "./test.ts";

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

/** That a screen fits, reads and speaks at every width, light and dark. */
export async function expectSound(page: Page) {
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
}

import { loadPictures, lookAt, SCREENS, transitionsOver } from "./screens.ts";
import { test } from "./stage.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const screen of SCREENS)
  for (const viewport of SIZES)
    test(`${screen.name} at ${viewport.width} px`, async ({ page, stage, visitor, incidents }) => {
      if (screen.incident) incidents.expect(screen.incident);
      await page.setViewportSize(viewport);
      await lookAt(screen, { page, stage, visitor });
      await loadPictures(page);
      // What sticks to the screen's edge would stand in the middle of the picture.
      if (!screen.floats) await page.evaluate(() => window.scrollTo(0, 0));
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await transitionsOver(page);
        await page.screenshot({
          path: `e2e/.output/shots/${screen.name}-${viewport.width}-${colorScheme}.png`,
          fullPage: !screen.floats,
        });
      }
    });

import { test } from "./fixtures.ts";
import { loadImages, openScreen, SCREENS, waitForTransitions } from "./screens.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const screen of SCREENS)
  for (const viewport of SIZES)
    test(`${screen.name} at ${viewport.width} px`, async ({
      page,
      screenData,
      user,
      consoleErrors,
    }) => {
      if (screen.consoleError) consoleErrors.expect(screen.consoleError);
      await page.setViewportSize(viewport);
      await openScreen(screen, { page, screenData, user });
      await loadImages(page);
      // Sticky elements would appear in the middle of the screenshot.
      if (!screen.hasOverlay) await page.evaluate(() => window.scrollTo(0, 0));
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await waitForTransitions(page);
        await page.screenshot({
          path: `e2e/.output/shots/${screen.name}-${viewport.width}-${colorScheme}.png`,
          fullPage: !screen.hasOverlay,
        });
      }
    });

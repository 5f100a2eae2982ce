import { expectAccessibleAtEveryWidth } from "../a11y.ts";
import { test } from "../fixtures.ts";
import { openScreen, SCREENS } from "../screens.ts";

// A colour in transition would be measured halfway.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const screen of SCREENS)
  test(`${screen.name}: is accessible at every width, light and dark`, async ({
    page,
    screenData,
    user,
    consoleErrors,
  }) => {
    if (screen.consoleError) consoleErrors.expect(screen.consoleError);
    await page.setViewportSize({ width: 390, height: 844 });
    await openScreen(screen, { page, screenData, user });
    await expectAccessibleAtEveryWidth(page);
  });

import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { loadImages, namesOf, openScreen, SCREENS } from "./screens.ts";

// A colour in transition would be measured halfway.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const screen of SCREENS)
  test(`${screen.name}: has its title and heading, and is accessible on a phone`, async ({
    page,
    screenData,
    user,
    consoleErrors,
  }) => {
    if (screen.consoleError) consoleErrors.expect(screen.consoleError);
    await page.setViewportSize({ width: 390, height: 844 });
    await openScreen(screen, { page, screenData, user });
    const { title, heading } = namesOf(screen, screenData);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    // The dashboard of an admin begins with how much there is to do.
    const shown = async () => (await page.title()).replace(/^\(\d+\) /, "");
    await expect.poll(shown).toEqual(title);
    expect(await loadImages(page), "images that did not load").toEqual([]);
    await expectAccessible(page);
  });

test("an unknown path is answered 404 and shows the not-found page", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/^404 GET .*\/tools$/);
  const response = await page.goto("/tools");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("img", { name: "this page does not exist" })).toBeVisible();
});

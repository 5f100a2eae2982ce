import { addressOf, loadPictures, lookAt, SCREENS } from "./screens.ts";
import { expectSound } from "./soundness.ts";
import { test } from "./stage.ts";
import { expect } from "./test.ts";

// Colours on their way from one to another would be measured halfway.
test.use({ contextOptions: { reducedMotion: "reduce" } });

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

    await expectSound(page);
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

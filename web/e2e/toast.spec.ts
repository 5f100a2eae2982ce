import type { Locator } from "@playwright/test";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";

/** Saves the profile, which shows a toast. */
async function showToast(page: Page): Promise<Locator> {
  await page.getByLabel("Location").fill("Halifax");
  await page.getByRole("button", { name: "Save" }).click();
  const toast = page.locator(".Toastify__toast").filter({ hasText: "User Added" });
  await expect(toast).toBeVisible();
  await toast.evaluate((element) =>
    Promise.all(
      element.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  return toast;
}

/** Records the names and durations of the animations with which toasts come and go. */
async function recordMotion(page: Page): Promise<() => Promise<string[]>> {
  const motion = await page.evaluateHandle(() => {
    const seen: string[] = [];
    document.addEventListener("animationstart", ({ target, animationName }) => {
      if (!(target as Element).matches(".Toastify__toast")) return;
      const [animation] = (target as Element).getAnimations();
      seen.push(`${animationName} ${animation?.effect?.getTiming().duration}`);
    });
    return seen;
  });
  return () => motion.jsonValue();
}

async function boxOf(toast: Locator) {
  const box = await toast.boundingBox();
  if (!box) throw new Error("the toast is not on the screen");
  return box;
}

/** Drags by a share of the width of the toast. */
async function drag(page: Page, toast: Locator, share: number) {
  const { x, y, width, height } = await boxOf(toast);
  const from = { x: x + width * 0.05, y: y + height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + width * share, from.y, { steps: 12 });
  await page.mouse.up();
}

test.beforeEach(async ({ shop, user }) => {
  await user.signInAs(await shop.customer());
});

test(
  "a toast is at the top right and closes after five seconds",
  ON_PHONE_TOO,
  async ({ page }) => {
    const motion = await recordMotion(page);
    const toast = await showToast(page);
    const { x, y, width } = await boxOf(toast);
    const viewport = page.viewportSize();
    if (!viewport) throw new Error("no viewport");
    expect(y).toBeLessThan(140);
    expect(viewport.width - (x + width)).toBeLessThan(24);

    // The toast closes when the animation of its bar ends.
    const bar = toast.locator(".Toastify__progress-bar--animated");
    await expect(bar).toHaveCSS("animation-duration", "5s");
    await expect(toast).toBeHidden();
    expect(await motion()).toEqual(["toast-enter 160", "toast-exit 160"]);
  },
);

test("a toast closes when it is dragged by more than 80 percent of its width", async ({ page }) => {
  const toast = await showToast(page);
  const { x } = await boxOf(toast);
  await drag(page, toast, 0.7);
  await expect.poll(async () => (await boxOf(toast)).x).toBeCloseTo(x, 0);
  await drag(page, toast, 0.9);
  // Sooner than by itself.
  await expect(toast).toBeHidden({ timeout: 4_000 });
});

test("a toast about a lost connection is shown like every other", async ({
  page,
  consoleErrors,
}) => {
  await expect(page.getByLabel("Location")).toBeVisible();
  const loaded = [/ToastContainer-.*\.js/, /ToastContainer-.*\.css/].map((file) =>
    page.waitForResponse(file),
  );
  await page.keyboard.press("Tab");
  for (const file of loaded) await (await file).finished();
  await page.context().setOffline(true);
  consoleErrors.expect(/^net::ERR_INTERNET_DISCONNECTED POST .*\/sign-out$/);
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "You are still logged in." }),
  ).toBeVisible();
});

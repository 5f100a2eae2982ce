import { expect, type Page, test } from "./fixtures.ts";

const WORDS = "This page did not load";
const BLOGS = "**/assets/BlogsPage-*.js";

/** The requests for the file of one page, which all fail. */
async function failFile(page: Page, fail: "offline" | "gone"): Promise<string[]> {
  const requests: string[] = [];
  await page.route(BLOGS, (route) => {
    requests.push(route.request().url());
    return fail === "offline"
      ? route.abort("internetdisconnected")
      : route.fulfill({ status: 404 });
  });
  return requests;
}

test("a page whose file does not arrive says so, asks at most twice, and can be tried again", async ({
  page,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED GET .*BlogsPage/);
  consoleErrors.expect(/^(?:console|uncaught): .*dynamically imported module/);
  await page.goto("/tool");
  const requests = await failFile(page, "offline");
  await user.goTo("Blogs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS);
  expect(requests.length).toBeLessThanOrEqual(2);

  await test.step("Back leads to the previous page", async () => {
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Tools");
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS);
  });

  await test.step("Try again without a connection changes nothing", async () => {
    await page.route("**/login", (route) => route.abort("internetdisconnected"));
    consoleErrors.expect(/ERR_INTERNET_DISCONNECTED GET .*\/login$/);
    const tryAgain = page.getByRole("button", { name: "Try again" });
    await tryAgain.click();
    await expect(tryAgain).not.toHaveAttribute("aria-disabled");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS);
    await page.unroute("**/login");
  });

  await page.unroute(BLOGS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
});

test("a page opened by its address says so, too", async ({ page, consoleErrors }) => {
  consoleErrors.expect(/^404 GET .*BlogsPage/);
  consoleErrors.expect(/^(?:console|uncaught): .*dynamically imported module/);
  const requests = await failFile(page, "gone");
  await page.goto("/blogs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS);
  // The preload in the head, the load before the first render, and one more at the render.
  expect(requests.length).toBeLessThanOrEqual(3);

  await test.step("it tries again when the browser is online again", async () => {
    await page.unroute(BLOGS);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
  });
});

test("a tab from before a release is reloaded once", async ({ page, user, consoleErrors }) => {
  consoleErrors.expect(/^404 GET .*BlogsPage/);
  consoleErrors.expect(/^(?:console|uncaught): .*dynamically imported module/);
  await page.goto("/tool");
  await failFile(page, "gone");
  // The release: index.html names another entry file.
  let checks = 0;
  await page.route("**/login", (route) => {
    checks += 1;
    return route.fulfill({ contentType: "text/html", body: '<script src="/assets/new.js">' });
  });
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await user.goTo("Blogs");
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS);
  await expect.poll(() => checks).toBe(2);
  await user.goTo("Home");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(WORDS);
  expect(loads).toBe(1);
});

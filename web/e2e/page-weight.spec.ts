import type { Request } from "@playwright/test";
import config, { CHROMIUM } from "../playwright.config.ts";
import { expect, test } from "./fixtures.ts";

// The headless shell reports other sizes than the browsers of visitors.
test.use({ launchOptions: { ...config.use?.launchOptions, executablePath: CHROMIUM } });

// Compressed, with headers, up to three seconds after the visitor has moved the pointer and scrolled.
for (const { path, kilobytes, scripts } of [
  // Six tools are so near the first view that the browser loads their pictures.
  { path: "/", kilobytes: 215, scripts: 106 },
  { path: "/tool", kilobytes: 239, scripts: 110 },
  // Each of twelve reviews names its tool.
  { path: "/allReview", kilobytes: 169, scripts: 102 },
])
  test(`a first visit of ${path} loads at most ${kilobytes} kB on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 844 });
    const requests: Request[] = [];
    let started = 0;
    page.on("request", (request) => {
      // The stream of live stock does not end.
      if (request.resourceType() !== "eventsource") started++;
    });
    page.on("requestfinished", (request) => requests.push(request));
    await page.clock.install();
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("contentinfo")).toBeAttached();
    // The visitor begins to read.
    await page.mouse.move(200, 250);
    await page.mouse.wheel(0, 100);
    await page.clock.runFor(3_000);
    await expect.poll(() => started - requests.length, "requests under way").toBe(0);
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.map((size) => size.responseHeadersSize + size.responseBodySize);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(kilobytes * 1000);
    const ofScripts = sizes.filter((_, index) => requests[index]?.resourceType() === "script");
    const script = ofScripts.reduce((sum, size) => sum + size.responseBodySize, 0);
    expect(script, "58 kB of it are React").toBeLessThanOrEqual(scripts * 1000);
    const fonts = requests.map((request) => request.url()).filter((url) => url.includes("woff2"));
    expect(fonts.toSorted(), "English and French need two files").toEqual([
      expect.stringContaining("Fraunces-usual"),
      expect.stringContaining("Inter-usual"),
    ]);
  });

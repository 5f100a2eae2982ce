import { defineConfig, devices } from "@playwright/test";

/** These specs set the width themselves. */
const ANY_WIDTH = /(?:guards|screens)\.spec\.ts/;

export const CHROMIUM = process.env.TROWEL_CHROMIUM ?? "/usr/bin/chromium";

/** `make e2e`: every test on a desktop, and on a phone where a phone differs. Only `make e2e-all` runs `nightly/`. */
export default defineConfig({
  testDir: "e2e",
  testIgnore: "nightly/**",
  outputDir: "e2e/.output/results",
  reporter: [["list"]],
  fullyParallel: true,
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Each action and expectation has its own 8 seconds. This one only ends a test that goes on for ever.
  timeout: 120_000,
  expect: { timeout: 8_000 },
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.TROWEL_HEADLESS_SHELL ?? CHROMIUM,
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    locale: "en-CA",
    timezoneId: "America/Toronto",
    actionTimeout: 8_000,
    screenshot: "only-on-failure",
    video: "off",
  },
  projects: [
    {
      name: "phone",
      grep: /@phone/,
      testIgnore: ["nightly/**", ANY_WIDTH],
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent: devices["Pixel 7"].userAgent,
      },
    },
    { name: "desktop", use: { viewport: { width: 1366, height: 900 } } },
  ],
});

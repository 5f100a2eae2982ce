import { defineConfig, devices } from "@playwright/test";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 900 };

/** These look at every width by themselves. */
const ONCE = /(?:guards|screens)\.spec\.ts/;

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/.output/results",
  reporter: [["list"]],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.TROWEL_CHROMIUM ?? "/usr/bin/chromium",
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
      testIgnore: ONCE,
      use: {
        viewport: PHONE,
        isMobile: true,
        hasTouch: true,
        userAgent: devices["Pixel 7"].userAgent,
      },
    },
    { name: "desktop", use: { viewport: DESKTOP } },
  ],
});

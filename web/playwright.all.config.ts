import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const [phone, desktop] = journeys.projects ?? [];

/** `make e2e-all`: every test on a phone and on a desktop, and `nightly/` as well. */
export default defineConfig({
  ...journeys,
  testIgnore: [],
  projects: [{ ...phone, grep: /./, testIgnore: /(?:guards|screens)\.spec\.ts/ }, { ...desktop }],
});

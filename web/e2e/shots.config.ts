import { defineConfig } from "@playwright/test";
import journeys from "../playwright.config.ts";

/** Takes screenshots of every screen. Tests nothing. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  testMatch: "shots.ts",
  outputDir: ".output/shots-results",
  projects: [{ name: "shots" }],
});

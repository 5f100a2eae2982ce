import { defineConfig } from "@playwright/test";
import journeys from "../playwright.config.ts";

/** Pictures of every screen for people to look at; no test. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  testMatch: "shots.ts",
  outputDir: ".output/shots-results",
  projects: [{ name: "shots" }],
});

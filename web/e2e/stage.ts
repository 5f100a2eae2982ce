import { type Stage, setStage } from "./screens.ts";
import { test as base } from "./test.ts";

/** With people and orders to look at, the same for all tests of a worker. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [async ({ shop }, use) => use(await setStage(shop)), { scope: "worker" }],
});

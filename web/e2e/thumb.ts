import type { Locator } from "@playwright/test";

/** Counts taps. Typing is not counted. */
export class Thumb {
  taps = 0;

  readonly tap = async (control: Locator) => {
    await control.click();
    this.taps += 1;
  };
}

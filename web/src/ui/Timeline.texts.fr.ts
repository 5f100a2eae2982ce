import type { texts as english } from "./Timeline.texts.en.ts";

export const texts: typeof english = {
  stepDone: ", fait",
  stepNotYet: ", pas encore fait",
};

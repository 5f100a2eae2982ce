import type { texts as english } from "./MoreActions.texts.en.ts";

export const texts: typeof english = {
  more: "Plus",
};

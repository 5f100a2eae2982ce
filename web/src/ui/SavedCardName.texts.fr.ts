import type { texts as english } from "./SavedCardName.texts.en.ts";

export const texts: typeof english = {
  cardEndingIn: "se terminant par",
};

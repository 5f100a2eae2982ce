import type { texts as english } from "./saved-cards.texts.en.ts";

export const texts: typeof english = {
  card: "Carte",
};

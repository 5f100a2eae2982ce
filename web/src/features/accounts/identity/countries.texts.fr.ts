import type { texts as english } from "./countries.texts.en.ts";

export const texts: typeof english = {
  first: ["Canada", "États-Unis"],
};

import type { texts as english } from "./Table.texts.en.ts";

export const texts: typeof english = {
  rowNumber: "Nº",
};

import type { toolStates as english } from "./states.texts.en.ts";

export const toolStates: typeof english = {
  "": "Tous",
  published: "Publiés",
  draft: "Brouillons",
  low: "Stock faible",
  untranslated: "Sans français",
};

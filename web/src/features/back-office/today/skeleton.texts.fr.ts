import type { texts as english } from "./skeleton.texts.en.ts";

export const texts: typeof english = {
  title: "Aujourd’hui",
  loading: "Chargement de ce qui vous attend…",
};

import type { texts as english } from "./time-zone.texts.en.ts";

export const texts: typeof english = {
  label: "Fuseau horaire",
  canada: "Canada",
  all: "Tous",
};

import type { texts as english } from "./day.texts.en.ts";

const MONTHS = [
  "janv.",
  "févr.",
  "mars",
  "avr.",
  "mai",
  "juin",
  "juill.",
  "août",
  "sept.",
  "oct.",
  "nov.",
  "déc.",
];

export const texts: typeof english = {
  day: (year, month, day) => `${day} ${MONTHS[month - 1]} ${year}`,
};

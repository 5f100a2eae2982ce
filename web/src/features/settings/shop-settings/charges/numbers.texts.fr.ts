import type { texts as english } from "./numbers.texts.en.ts";

export const texts: typeof english = {
  amount: "Saisissez un montant, comme 15,00",
  kilograms: "Saisissez des kilogrammes, comme 2,5",
  percent: "Saisissez un pourcentage, comme 9,975",
  days: "Saisissez un nombre entier de jours",
};

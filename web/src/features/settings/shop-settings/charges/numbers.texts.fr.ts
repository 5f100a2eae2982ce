import type { texts as english } from "./numbers.texts.en.ts";

export const texts: typeof english = {
  amount: "Entrez un montant, comme 15,00",
  kilograms: "Entrez des kilogrammes, comme 2,5",
  percent: "Entrez un pourcentage, comme 9,975",
  days: "Entrez un nombre entier de jours",
};

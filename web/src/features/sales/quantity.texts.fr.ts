import type { texts as english } from "./quantity.texts.en.ts";

export const texts: typeof english = {
  invalid: "Entrez un nombre entier",
  tooFew: "La quantité commandée est inférieure à la quantité minimale",
  tooMany: "La quantité commandée est supérieure à la quantité disponible en stock",
};

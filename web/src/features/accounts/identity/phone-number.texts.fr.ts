import type { texts as english } from "./phone-number.texts.en.ts";

export const texts: typeof english = {
  required: "Le numéro de téléphone est obligatoire",
  invalid: "Indiquez un numéro de téléphone valide",
};

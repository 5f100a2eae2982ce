import type { texts as english } from "./field-rules.texts.en.ts";

export const texts: typeof english = {
  emailRequired: "L’adresse courriel est obligatoire",
  emailInvalid: "Indiquez une adresse courriel valide",
  passwordRequired: "Le mot de passe est obligatoire",
  passwordTooShort: (characters) =>
    `Le mot de passe doit compter au moins ${characters} caractères`,
  nameRequired: "Le nom est obligatoire",
  nameTooLong: (characters) => `Veuillez utiliser au plus ${characters} caractères`,
  codeRequired: "Le code est obligatoire",
  codeInvalid: "Un code a six chiffres",
};

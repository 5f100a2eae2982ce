import { language } from "../language.en.ts";

/** The parameter that asks for the owner's texts in the language of the page. The API answers in English without it. */
export const inOwnersLanguage: { language?: string } =
  language.code === "en" ? {} : { language: language.code };

/** The same as the input of a call that has no other parameters. */
export const ownersLanguage = language.code === "en" ? {} : { query: { language: language.code } };

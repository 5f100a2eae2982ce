import { language } from "../language.en.ts";

/** Asks for the owner's texts in the language of the page. English is what the API answers without it. */
export const ownersLanguage = language.code === "en" ? {} : { query: { language: language.code } };

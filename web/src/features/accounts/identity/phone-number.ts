import { COMMON_COUNTRIES, OTHER_COUNTRIES } from "./countries.ts";
import { texts } from "./phone-number.texts.en.ts";

const COUNTRIES = [...COMMON_COUNTRIES, ...OTHER_COUNTRIES];

const codeOf = (country: string) =>
  (COUNTRIES.find(({ name }) => name === country) ?? COUNTRIES[0])?.code ?? "";

/** The typed number with the calling code of the country. A number that begins with + or 00 has its own code. */
export function internationalNumber(country: string, typed: string): string {
  const number = typed.trim();
  if (number.startsWith("+")) return number;
  if (number.startsWith("00")) return `+${number.slice(2)}`;
  return `${codeOf(country)} ${number}`;
}

const DIGITS = /\d/g;

export const phoneRules = {
  required: texts.required,
  // Rejects what is not a number in any country. The server knows the rules of each country.
  validate: (typed: string) =>
    (/^[+\d\s()./-]+$/.test(typed.trim()) && (typed.match(DIGITS)?.length ?? 0) >= 5) ||
    texts.invalid,
};

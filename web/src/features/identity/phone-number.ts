import { COMMON_COUNTRIES, OTHER_COUNTRIES } from "./countries.ts";

const COUNTRIES = [...COMMON_COUNTRIES, ...OTHER_COUNTRIES];

/** The country of a list, or the one that stands first. */
const codeOf = (country: string) =>
  (COUNTRIES.find(({ name }) => name === country) ?? COUNTRIES[0])?.code ?? "";

/**
 * What was typed, with its country in front; the server knows the rest of what makes a number.
 * A number that begins with + or 00 names its country itself, whatever was chosen.
 */
export function internationalNumber(country: string, typed: string): string {
  const number = typed.trim();
  if (number.startsWith("+")) return number;
  if (number.startsWith("00")) return `+${number.slice(2)}`;
  return `${codeOf(country)} ${number}`;
}

const DIGITS = /\d/g;

export const phoneRules = {
  required: "Phone number is required",
  // What a number is differs from country to country; the server knows. This catches what is none anywhere.
  validate: (typed: string) =>
    (/^[+\d\s()./-]+$/.test(typed.trim()) && (typed.match(DIGITS)?.length ?? 0) >= 5) ||
    "Provide a valid phone number",
};

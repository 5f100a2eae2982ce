// Parses amounts as people type them. The server checks them again.
import { withoutSign } from "../../typed-amount.ts";

const MAX_CENTS = 99_999_999;
const MAX_COUNT = 1_000_000;

/** The price in `24.5`, `$1,250.00`, `CHF 24.50` or, as in French, `24,50 $`. Undefined for anything else. */
export function parsePrice(typed: string): number | undefined {
  const text = withoutSign(typed)
    .replace(/,(?=\d{1,2}$)/, ".")
    .replace(/,(?=\d{3}(?:[,.]|$))/g, "");
  if (!/^(?:\d+(?:\.\d{0,2})?|\.\d{1,2})$/.test(text)) return undefined;
  const dollars = Number(text);
  return dollars * 100 <= MAX_CENTS + 0.5 ? dollars : undefined;
}

/** A count from `12` or `1,200`. Undefined for anything else, and above the shop's limit. */
export function parseCount(typed: string): number | undefined {
  const text = typed.replace(/\s/g, "").replace(/,(?=\d{3}(?:,|$))/g, "");
  if (!/^\d+$/.test(text)) return undefined;
  const count = Number(text);
  return count <= MAX_COUNT ? count : undefined;
}

/** Whole grams from `1.5`, `1,5` or `1.5 kg`. Undefined for anything else, and outside of the shop's limits. */
export function parseKilograms(typed: string): number | undefined {
  const text = typed.replace(/\s|kg$/gi, "").replace(",", ".");
  if (!/^\d+(?:\.\d{0,3})?$/.test(text)) return undefined;
  const grams = Math.round(Number(text) * 1_000);
  return grams >= 1 && grams <= MAX_COUNT ? grams : undefined;
}

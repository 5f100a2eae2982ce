// Amounts as people type them. What the shop then does with them, the server checks again.

const MAX_CENTS = 99_999_999;
const MAX_COUNT = 1_000_000;

/** Dollars from `24.5`, `$1,250.00` or, as written in French, `24,50`; undefined when it is no amount of money. */
export function parsePrice(typed: string): number | undefined {
  const text = typed
    .replace(/[\s$]/g, "")
    .replace(/,(?=\d{1,2}$)/, ".")
    .replace(/,(?=\d{3}(?:[,.]|$))/g, "");
  if (!/^(?:\d+(?:\.\d{0,2})?|\.\d{1,2})$/.test(text)) return undefined;
  const dollars = Number(text);
  return dollars * 100 <= MAX_CENTS + 0.5 ? dollars : undefined;
}

/** A number of pieces from `12` or `1,200`; undefined when it is none, or more than the shop counts. */
export function parseCount(typed: string): number | undefined {
  const text = typed.replace(/\s/g, "").replace(/,(?=\d{3}(?:,|$))/g, "");
  if (!/^\d+$/.test(text)) return undefined;
  const count = Number(text);
  return count <= MAX_COUNT ? count : undefined;
}

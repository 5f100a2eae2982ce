import { currentShop } from "./api/shop.ts";

// Prices travel as dollars. Calculations use whole cents, so that 3 × $0.10 is $0.30.
// Without Intl, which the engine that renders pages on the server does not have. server/src/values/locale.rs writes the same.

/** What stands beside amounts. The server says so in the page if it is not a dollar. */
let sign =
  (typeof document !== "undefined" && document.documentElement.dataset.currencySign) || "$";

export const currencySign = () => sign;

/** For pages that the server renders, and for tests. */
export function setCurrencySign(shown: string) {
  sign = shown;
}

export const toCents = (dollars: number) => Math.round(dollars * 100);

export const toDollars = (cents: number) => cents / 100;

const isFrench = (locale: string) => locale === "fr-CA";

const grouped = (digits: string, locale: string) =>
  digits.replace(/\B(?=(?:\d{3})+$)/g, isFrench(locale) ? "\u00a0" : ",");

/** `$1,234.50`, or `1 234,50 $` in French. A currency without a sign has its letters: `CHF 1,234.50`. */
export function formatCents(cents: number, locale: string = currentShop().locale): string {
  const digits = `${Math.abs(Math.round(cents))}`.padStart(3, "0");
  const [whole, rest] = [grouped(digits.slice(0, -2), locale), digits.slice(-2)];
  const minus = cents < 0 ? "-" : "";
  if (isFrench(locale)) return `${minus}${whole},${rest}\u00a0${sign}`;
  return `${minus}${sign}${sign.length > 1 ? "\u00a0" : ""}${whole}.${rest}`;
}

export const formatPrice = (dollars: number) => formatCents(toCents(dollars));

export const formatCount = (count: number) => grouped(`${count}`, currentShop().locale);

/** `1 order`, `1,200 orders`. */
export const pluralize = (count: number, noun: string) =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

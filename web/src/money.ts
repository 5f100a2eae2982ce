import { language } from "./language.en.ts";
import { pageLocale } from "./shop-locale.ts";

// Prices travel as dollars. Calculations use whole cents, so that 3 × $0.10 is $0.30. The formats
// do not use Intl, because the engine that renders pages on the server does not have it.
// server/src/values/locale.rs writes the same ones.

interface Currency {
  /** What stands beside amounts. */
  sign: string;
  /** Three letters. */
  code: string;
}

const CANADIAN: Currency = { sign: "$", code: "CAD" };

/** The server says so in the page if the shop has another currency. */
const currencyOfPage = ({ currencySign, currency }: DOMStringMap): Currency => ({
  sign: currencySign ?? CANADIAN.sign,
  code: currency ?? CANADIAN.code,
});

let { sign, code } =
  typeof document === "undefined" ? CANADIAN : currencyOfPage(document.documentElement.dataset);

export const currencySign = () => sign;

/**
 * Returns the letters that tell dollars of several countries apart. They are empty if amounts have
 * them as their sign.
 */
export const currencyLetters = () => (sign === code ? "" : code);

/** Sets the currency of all amounts. Pages that the server renders call this, and tests do. */
export function setCurrency(currency: Currency) {
  ({ sign, code } = currency);
}

export const toCents = (dollars: number) => Math.round(dollars * 100);

export const toDollars = (cents: number) => cents / 100;

const isFrench = (locale: string) => locale === "fr-CA";

const grouped = (digits: string, locale: string) =>
  digits.replace(/\B(?=(?:\d{3})+$)/g, isFrench(locale) ? "\u00a0" : ",");

/** `$1,234.50`, or `1 234,50 $` in French. A currency without a sign has its letters: `CHF 1,234.50`. */
export function formatCents(cents: number, locale: string = pageLocale()): string {
  const digits = `${Math.abs(Math.round(cents))}`.padStart(3, "0");
  const [whole, rest] = [grouped(digits.slice(0, -2), locale), digits.slice(-2)];
  const minus = cents < 0 ? "-" : "";
  if (isFrench(locale)) return `${minus}${whole},${rest}\u00a0${sign}`;
  return `${minus}${sign}${sign.length > 1 ? "\u00a0" : ""}${whole}.${rest}`;
}

export const formatPrice = (dollars: number) => formatCents(toCents(dollars));

/** `$54.00 CAD`, where the customer decides about money. */
export const formatFullPrice = (dollars: number) =>
  `${formatPrice(dollars)} ${currencyLetters()}`.trimEnd();

export const formatCount = (count: number, locale: string = pageLocale()) =>
  grouped(`${count}`, locale);

/** `1 order`, `1,200 orders`, `0 commande`. */
export const plural = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${language.isOne(count) ? one : many}`;

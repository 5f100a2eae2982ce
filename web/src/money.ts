import { currentShop } from "./api/shop.ts";

// Prices travel as dollars. Calculations use whole cents, so that 3 × $0.10 is $0.30.
// Without Intl, which the engine that renders pages on the server does not have. server/src/values/locale.rs writes the same.

export const currencySymbol = "$";

export const toCents = (dollars: number) => Math.round(dollars * 100);

export const toDollars = (cents: number) => cents / 100;

const isFrench = () => currentShop().locale === "fr-CA";

const grouped = (digits: string) =>
  digits.replace(/\B(?=(?:\d{3})+$)/g, isFrench() ? "\u00a0" : ",");

/** `$1,234.50`, or `1 234,50 $` in French. */
export function formatCents(cents: number): string {
  const digits = `${Math.abs(Math.round(cents))}`.padStart(3, "0");
  const [whole, rest] = [grouped(digits.slice(0, -2)), digits.slice(-2)];
  const sign = cents < 0 ? "-" : "";
  return isFrench()
    ? `${sign}${whole},${rest}\u00a0${currencySymbol}`
    : `${sign}${currencySymbol}${whole}.${rest}`;
}

export const formatPrice = (dollars: number) => formatCents(toCents(dollars));

export const formatCount = (count: number) => grouped(`${count}`);

/** `1 order`, `1,200 orders`. */
export const pluralize = (count: number, noun: string) =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

import { CURRENCY, shopFormats } from "./shop-locale.ts";

// Prices travel as dollars. Calculations use whole cents, so that 3 × $0.10 is $0.30.

const formats = shopFormats(({ locale }) => ({
  currency: new Intl.NumberFormat(locale, CURRENCY),
  count: new Intl.NumberFormat(locale),
}));

/** `$`, for the labels of fields. */
export const currencySymbol = formats()
  .currency.formatToParts(0)
  .find(({ type }) => type === "currency")?.value;

export const toCents = (dollars: number) => Math.round(dollars * 100);

export const toDollars = (cents: number) => cents / 100;

/** `$1,234.50`. */
export const formatCents = (cents: number) => formats().currency.format(toDollars(cents));

export const formatPrice = (dollars: number) => formatCents(toCents(dollars));

export const formatCount = (count: number) => formats().count.format(count);

/** `1 order`, `1,200 orders`. */
export const pluralize = (count: number, noun: string) =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

import type { Tool } from "../../../api/client.ts";
import { formatCount, formatPrice, toCents } from "../../../money.ts";
import { parseCount, parsePrice } from "../amounts.ts";

// Prices by quantity as typed. A form holds them as one text, `12:17.99;48:15.20`, because it compares texts.

interface PriceStepRow {
  from: string;
  price: string;
}

export const MAX_STEPS = 5;

export const stepRows = (text: string): PriceStepRow[] =>
  text === ""
    ? []
    : text.split(";").map((part) => {
        const [from = "", price = ""] = part.split(":");
        return { from, price };
      });

export const stepsText = (rows: PriceStepRow[]): string =>
  rows
    .map(({ from, price }) => [from, price].map((typed) => typed.replace(/[:;]/g, "")).join(":"))
    .join(";");

export const stepsTextOf = ({ priceSteps = [] }: Tool): string =>
  stepsText(priceSteps.map(({ from, price }) => ({ from: String(from), price: price.toFixed(2) })));

/** The steps of a valid text. Rows that were left empty do not count. */
export const parseSteps = (text: string) =>
  filledRows(text).map(({ from, price }) => ({
    from: parseCount(from) ?? 0,
    price: parsePrice(price) ?? 0,
  }));

const filledRows = (text: string) =>
  stepRows(text).filter(({ from, price }) => from.trim() !== "" || price.trim() !== "");

interface Terms {
  priceSteps: string;
  price: string;
  minimumQuantity: string;
}

/** What is wrong with the steps. The server checks the same. */
export function stepsError({ priceSteps, price, minimumQuantity }: Terms): string | undefined {
  const rows = filledRows(priceSteps);
  let [quantity, cents] = [parseCount(minimumQuantity) ?? 1, toCents(parsePrice(price) ?? 1e6)];
  for (const [index, row] of rows.entries()) {
    const [from, lower] = [parseCount(row.from), parsePrice(row.price)];
    if (from === undefined) return `Step ${index + 1}: enter a whole number as the quantity`;
    if (!lower) return `Step ${index + 1}: enter an amount, like 15.20, as the price`;
    if (from <= quantity)
      return index === 0
        ? `Step 1 must begin above the minimum quantity of ${formatCount(quantity)}`
        : `Step ${index + 1} must begin above ${formatCount(quantity)}`;
    if (toCents(lower) >= cents)
      return `Step ${index + 1} must cost less than ${formatPrice(cents / 100)}`;
    [quantity, cents] = [from, toCents(lower)];
  }
  return undefined;
}

/** `from 12: $17.99, from 48: $15.20`. */
export const describeSteps = ({ priceSteps = [] }: Tool): string =>
  priceSteps
    .map(({ from, price }) => `from ${formatCount(from)}: ${formatPrice(price)}`)
    .join(", ") || "none";

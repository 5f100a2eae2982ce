import type { Tool } from "../../../api/client.ts";
import { toCents } from "../../../money.ts";
import { parseCount, parsePrice } from "../amounts.ts";
import { texts } from "./tool-form.texts.en.ts";

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
    if (from === undefined) return texts.stepWithoutQuantity(index + 1);
    if (!lower) return texts.stepWithoutPrice(index + 1);
    if (from <= quantity)
      return index === 0 ? texts.firstStepTooLow(quantity) : texts.stepTooLow(index + 1, quantity);
    if (toCents(lower) >= cents) return texts.stepTooExpensive(index + 1, cents / 100);
    [quantity, cents] = [from, toCents(lower)];
  }
  return undefined;
}

/** `from 12: $17.99, from 48: $15.20`. */
export const describeSteps = ({ priceSteps = [] }: Tool): string =>
  priceSteps.map(({ from, price }) => texts.step(from, price)).join(", ") || texts.noSteps;

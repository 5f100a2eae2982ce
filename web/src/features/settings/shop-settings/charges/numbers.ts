import { withoutSign } from "../../../../typed-amount.ts";
import { texts } from "./numbers.texts.en.ts";

/** A number, or what the owner typed in its place. */
export type Typed = number | string;

/** A value of the API in a form, where its numbers are still typed. */
export type Drafted<Value> = Value extends number
  ? Typed
  : Value extends (infer Item)[]
    ? Drafted<Item>[]
    : Value extends object
      ? { [Member in keyof Value]: Drafted<Value[Member]> }
      : Value;

export interface NumberKind {
  /** So many decimals as people type them. */
  decimals: number;
  /** What one typed unit is in the setting: a kilogram is 1,000 grams. */
  scale: number;
  /** Why something else was typed. */
  wrong: string;
}

export const AMOUNT: NumberKind = { decimals: 2, scale: 1, wrong: texts.amount };
export const KILOGRAMS: NumberKind = {
  decimals: 3,
  scale: 1_000,
  wrong: texts.kilograms,
};
export const PERCENT: NumberKind = {
  decimals: 4,
  scale: 10_000,
  wrong: texts.percent,
};
export const DAYS: NumberKind = { decimals: 0, scale: 1, wrong: texts.days };

/** The number in the setting. What is no number stays as it was typed, so that a draft keeps it. */
export function readNumber(text: string, { decimals, scale }: NumberKind): Typed {
  const plain = withoutSign(text).replace("%", "").replace(",", ".");
  const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === undefined || fraction.length > decimals) return text;
  const number = Number(plain) * scale;
  return scale === 1 ? number : Math.round(number);
}

/** The number as the field shows it: `15.00`, `2.5`. */
export function showNumber(value: Typed, { scale, decimals }: NumberKind): string {
  if (typeof value === "string") return value;
  return decimals === 2 ? value.toFixed(2) : `${value / scale}`;
}

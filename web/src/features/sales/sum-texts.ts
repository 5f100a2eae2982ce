import type { Quote } from "../../api/basket.ts";
import { formatPrice } from "../../money.ts";
import { texts } from "./sum.texts.en.ts";

type Tax = Quote["taxes"][number];

/** `QST 9.975%` */
export const taxText = ({ tax, rate }: Pick<Tax, "tax" | "rate">) => texts.tax(tax, rate);

/** An address whose postal code stays on one line. */
export const addressText = (address: string) =>
  address.trim().replace(/\b([A-Z]\d[A-Z]) (\d[A-Z]\d)\b/g, "$1\u00a0$2");

export const priceText = (dollars: number) => (dollars === 0 ? texts.free : formatPrice(dollars));

import type { Quote } from "../../api/basket.ts";
import { formatPrice, pluralize } from "../../money.ts";

type Method = Quote["methods"][number];
type Tax = Quote["taxes"][number];

/** `QST 9.975%` */
export const taxText = ({ tax, rate }: Pick<Tax, "tax" | "rate">) => `${tax} ${rate}%`;

/** An address whose postal code stays on one line. */
export const addressText = (address: string) =>
  address.trim().replace(/\b([A-Z]\d[A-Z]) (\d[A-Z]\d)\b/g, "$1\u00a0$2");

export const priceText = (dollars: number) => (dollars === 0 ? "Free" : formatPrice(dollars));

/** `3 to 8 days`. A pick-up is ready then. */
export function daysText({
  daysFrom,
  daysTo,
  pickUp,
}: Pick<Method, "daysFrom" | "daysTo" | "pickUp">): string {
  if (daysTo === 0) return pickUp ? "ready today" : "today";
  const days = daysFrom === daysTo ? pluralize(daysTo, "day") : `${daysFrom} to ${daysTo} days`;
  return pickUp ? `ready in ${days}` : days;
}

/** `Delivery in 3 to 8 days` */
export function deliveryText(method: Pick<Method, "daysFrom" | "daysTo" | "pickUp">): string {
  const days = daysText(method);
  if (method.pickUp) return `Pick-up: ${days}`;
  return method.daysTo === 0 ? "Delivery today" : `Delivery in ${days}`;
}

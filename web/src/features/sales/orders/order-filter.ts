import { ORDER_STATES, type OrderState } from "../../../api/order-states.ts";
import { foundText } from "./manage-orders.texts.en.ts";

/** The state in the address. Undefined for unknown text. */
export const parseState = (text: string): OrderState | undefined =>
  Object.hasOwn(ORDER_STATES, text) ? (text as OrderState) : undefined;

/** The day in the address. Undefined for unknown text. */
export const parseDay = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** Days when orders were placed, as `2026-11-05`. */
export interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

/** `3 orders, to ship, with “fern”`. */
export function countText(
  total: number,
  search: string,
  state: OrderState | undefined,
  { from, to }: DayRange,
): string {
  return foundText(total, search, state, Boolean(from || to));
}

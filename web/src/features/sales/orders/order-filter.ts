import { ORDER_STATES, type OrderState } from "../../../api/order-states.ts";
import { pluralize } from "../../../money.ts";

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

/** `3 orders, pending, with “fern”`. */
export function countText(
  total: number,
  search: string,
  state: OrderState | undefined,
  { from, to }: DayRange,
): string {
  const orders = pluralize(total, "order");
  const days = from || to ? "on these days" : "";
  const which = [days, search && `with “${search}”`].filter(Boolean).join(" ");
  return state
    ? [orders, ORDER_STATES[state].toLowerCase(), which].filter(Boolean).join(", ")
    : [orders, which].filter(Boolean).join(" ");
}

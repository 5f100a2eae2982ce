import { formatCount } from "../../money.ts";

/** The states of the filter by the server's names, with their labels. */
export const STATE_LABELS = {
  unpaid: "Unpaid",
  pending: "To ship",
  shipped: "Shipped",
  refunding: "Refunding",
  refunded: "Refunded",
} as const;

export type OrderStateFilter = keyof typeof STATE_LABELS;

/** The state in the address. Undefined for unknown text. */
export const parseState = (text: string): OrderStateFilter | undefined =>
  Object.hasOwn(STATE_LABELS, text) ? (text as OrderStateFilter) : undefined;

/** The day in the address. Undefined for unknown text. */
export const parseDay = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** Days when orders were placed, as `2026-11-05`. */
export interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

/** `3 orders to ship with “fern”`. */
export function countText(
  total: number,
  search: string,
  state: OrderStateFilter | undefined,
  { from, to }: DayRange,
): string {
  const orders = total === 1 ? "order" : "orders";
  const which = state ? ` ${STATE_LABELS[state].toLowerCase()}` : "";
  const when = from || to ? " in these days" : "";
  return `${formatCount(total)} ${orders}${which}${when}${search ? ` with “${search}”` : ""}`;
}

import { formatCount } from "../../money.ts";

/** The states an order can be looked for by, as the server names them, and as the owner reads them. */
export const STATES = {
  unpaid: "Unpaid",
  pending: "To ship",
  shipped: "Shipped",
  refunding: "Refunding",
  refunded: "Refunded",
} as const;

export type OrderState = keyof typeof STATES;

/** From the address, where anything may stand: what is no state chooses none. */
export const readState = (text: string): OrderState | undefined =>
  Object.hasOwn(STATES, text) ? (text as OrderState) : undefined;

/** `3 orders to ship with “fern”`. */
export function countWords(total: number, part: string, state: OrderState | undefined): string {
  const orders = total === 1 ? "order" : "orders";
  const which = state ? ` ${STATES[state].toLowerCase()}` : "";
  return `${formatCount(total)} ${orders}${which}${part ? ` with “${part}”` : ""}`;
}

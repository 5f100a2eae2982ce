import type { Tool } from "../../api/client.ts";
import { keepInTab, readFromTab } from "../../api/session/tab-storage.ts";

export interface PlacedOrder {
  id: string;
  tool: Tool;
  quantity: number;
  address: string;
  phone: string;
}

/**
 * The location state of the purchase page after an order. The tab keeps the order itself, because the browser's history
 * would keep its address longer than the session.
 */
export interface PlacedState {
  placed?: string;
}

const nameOf = (id: string) => `placed order ${id}`;

export const keepPlacedOrder = (order: PlacedOrder) => keepInTab(nameOf(order.id), order);

export const readPlacedOrder = (id: string) => readFromTab<PlacedOrder>(nameOf(id));

const CONFIRMATION = "order to confirm";

/** The payment page is another document. It confirms the purchase. */
export const confirmOnPaymentPage = (id: string) => keepInTab(CONFIRMATION, id);

/** Whether the purchase of this order is still to be confirmed. True once. */
export function takeConfirmation(id: string): boolean {
  if (readFromTab<string>(CONFIRMATION) !== id) return false;
  keepInTab(CONFIRMATION, undefined);
  return true;
}

import type { ORDER_STATES as english } from "./order-states.texts.en.ts";

export const ORDER_STATES: typeof english = {
  unpaid: "Impayée",
  pending: "À expédier",
  shipped: "Approuvée et expédiée",
  refunding: "Remboursement en cours",
  refunded: "Remboursée",
};

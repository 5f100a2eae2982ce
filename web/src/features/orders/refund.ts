import type { Order } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { ApiError, isTransient } from "../../api/errors.ts";
import { formatCount } from "../../money.ts";

/** Why an order was not refunded, and what to do. Asking again is safe, because the server refunds an order once. */
export function refundErrorMessage(error: unknown): string {
  if (error instanceof ApiError && error.code === "payments_disabled")
    return "Card payment is switched off, so the shop cannot refund this order. Nothing was changed.";
  return isTransient(error)
    ? `${errorMessage(error)} The money goes back once, however often you ask.`
    : errorMessage(error);
}

/** `Put the 12 pieces back on sale`. */
export const restockLabel = ({ orderQuantity }: Order) =>
  orderQuantity === 1
    ? "Put the piece back on sale"
    : `Put the ${formatCount(orderQuantity)} pieces back on sale`;

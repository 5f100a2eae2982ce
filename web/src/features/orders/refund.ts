import type { Order } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { ApiError, isTransient } from "../../api/errors.ts";
import { formatCount } from "../../money.ts";

const MESSAGES: Record<string, string> = {
  payment_off:
    "Card payment is switched off in this shop, so no money can go back from here. Nothing was changed.",
  already_shipped:
    "This order was shipped meanwhile, so its pieces cannot go back on sale. Its money still can go back.",
};

/** Why an order was not refunded, and what to do. Asking again is safe: the server decides it once. */
export function refundErrorMessage(error: unknown): string {
  const known = error instanceof ApiError ? MESSAGES[error.code] : undefined;
  if (known) return known;
  return isTransient(error)
    ? `${errorMessage(error)} The money goes back once, however often you ask.`
    : errorMessage(error);
}

/** `Put the 12 pieces back on sale`. */
export const restockLabel = ({ orderQuantity }: Order) =>
  orderQuantity === 1
    ? "Put the piece back on sale"
    : `Put the ${formatCount(orderQuantity)} pieces back on sale`;

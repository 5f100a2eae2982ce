import type { Order } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { ApiError, isPassing } from "../../api/errors.ts";
import { formatCount } from "../../money.ts";

const SENTENCES: Record<string, string> = {
  payment_off:
    "Card payment is switched off in this shop, so no money can go back from here. Nothing was changed.",
  already_shipped:
    "This order was shipped meanwhile, so its pieces cannot go back on sale. Its money still can go back.",
};

/** Why an order was not refunded, and what to do. Asking again is safe: the server decides it once. */
export function whyNotRefunded(error: unknown): string {
  const known = error instanceof ApiError ? SENTENCES[error.code] : undefined;
  if (known) return known;
  return isPassing(error)
    ? `${sentence(error)} The money goes back once, however often you ask.`
    : sentence(error);
}

/** `Put the 12 pieces back on sale`. */
export const restockWords = ({ orderQuantity }: Order) =>
  orderQuantity === 1
    ? "Put the piece back on sale"
    : `Put the ${formatCount(orderQuantity)} pieces back on sale`;

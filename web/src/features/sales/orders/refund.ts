import type { Order } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError, isTransient } from "../../../api/errors.ts";
import { toCents, toDollars } from "../../../money.ts";
import { withoutSign } from "../../../typed-amount.ts";
import { texts } from "./refund.texts.en.tsx";

/** Why an order was not refunded, and what to do. Asking again is safe, because the server refunds an order once. */
export function refundErrorMessage(error: unknown): string {
  if (error instanceof ApiError && error.code === "payments_disabled")
    return texts.paymentsDisabled;
  return isTransient(error) ? texts.askAgain(errorMessage(error)) : errorMessage(error);
}

/** What is left of an order's payment. */
export const amountLeft = ({ totalPrice, refundedAmount = 0 }: Order) =>
  toDollars(toCents(totalPrice) - toCents(refundedAmount));

/** The amount in `5`, `$5.00`, `€5` or `5,00`. Undefined for anything that is no part of what is left. */
export function parsePart(typed: string, left: number): number | undefined {
  const text = withoutSign(typed).replace(",", ".");
  const dollars = Number(text);
  return /^\d+(\.\d{1,2})?$/.test(text) && dollars > 0 && dollars < left ? dollars : undefined;
}

/** `Put the 12 pieces back on sale`. */
export const restockLabel = (pieces: number) =>
  pieces === 1 ? texts.restockOne : texts.restock(pieces);

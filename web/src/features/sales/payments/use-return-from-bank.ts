import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../../api/errors.ts";
import { texts } from "./card.texts.en.tsx";

const FROM_BANK = "payment_intent_client_secret";

/** Why the page before this one did not pay. The page of the payment shows it. */
export const useProblemBefore = () => (useLocation().state as { problem?: string } | null)?.problem;

/** Whether the card provider knows of no such payment of the order. */
export const isNotPaid = (error: unknown) =>
  error instanceof ApiError &&
  ["payment_not_succeeded", "payment_mismatch", "payment_returned"].includes(error.code);

/** What the page of a payment is told by the page before it. */
export interface PaidBefore {
  /** The payment that succeeded. The page reports it to the shop, and asks for no other one. */
  transactionId?: string;
  /** Whether the customer comes back from the bank's page. */
  isBack?: boolean;
}

/**
 * The bank's page sends the customer back with the payment in the query. The shop asks the card provider about it, so
 * that the page asks for no payment of what is paid. The secret leaves the address.
 */
export function useReturnFromBank() {
  const { pathname, search, hash, state } = useLocation();
  const query = new URLSearchParams(search);
  const navigate = useNavigate();
  const hasReturned = query.has(FROM_BANK);
  const status = query.get("redirect_status");
  const transactionId = status === "succeeded" ? query.get("payment_intent") : null;
  const clear = useEffectEvent(() =>
    navigate(pathname + hash, {
      replace: true,
      state: {
        ...state,
        ...(status === "failed" ? { problem: texts.notConfirmed } : { isBack: true }),
        ...(transactionId && { transactionId }),
      },
    }),
  );
  useEffect(() => {
    if (hasReturned) void clear();
  }, [hasReturned]);
}

import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";

const FROM_BANK = "payment_intent_client_secret";
const NOT_CONFIRMED =
  "Your bank did not confirm the payment. You were not charged. Please try again, or use another card.";

/** Why the page before this one did not pay. The page of the payment shows it. */
export const useProblemBefore = () => (useLocation().state as { problem?: string } | null)?.problem;

/**
 * The bank's page sends the customer back with the payment in the query. The server knows better whether it was paid,
 * so only a failure is told. The secret leaves the address. A purchase that is paid then says thank you.
 */
export function useReturnFromBank() {
  const { pathname, search, hash, state } = useLocation();
  const query = new URLSearchParams(search);
  const navigate = useNavigate();
  const hasReturned = query.has(FROM_BANK);
  const hasFailed = query.get("redirect_status") === "failed";
  const clear = useEffectEvent(() =>
    navigate(pathname + hash, {
      replace: true,
      state: { ...state, ...(hasFailed ? { problem: NOT_CONFIRMED } : { isBack: true }) },
    }),
  );
  useEffect(() => {
    if (hasReturned) void clear();
  }, [hasReturned]);
}

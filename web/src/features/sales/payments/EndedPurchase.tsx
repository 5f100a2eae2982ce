import type { LineToPutBack } from "../../../api/basket.ts";
import { ApiError } from "../../../api/errors.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PutBack } from "./checkout/PutBack.tsx";
import { texts } from "./ended.texts.en.ts";

interface Ended {
  /** The purchase was not paid in time. Otherwise its customer or the shop deleted it. */
  isExpired: boolean;
  lines: LineToPutBack[];
}

/** Returns what a purchase had that was deleted unpaid. It is undefined for every other error. */
export const endedPurchase = (error: unknown): Ended | undefined =>
  error instanceof ApiError && error.code === "purchase_ended"
    ? {
        isExpired: error.members.expired === true,
        lines: error.members.lines as LineToPutBack[],
      }
    : undefined;

/** Stands in place of the purchase's page, with a way to order the same again. */
export const EndedPurchase = ({ ended: { isExpired, lines } }: { ended: Ended }) => (
  <div className="mt-8">
    <EmptyState
      title={isExpired ? texts.expired : texts.deleted}
      action={<PutBack lines={lines} />}
    >
      {texts.notCharged}
    </EmptyState>
  </div>
);

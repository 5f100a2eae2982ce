import { useQuery } from "@tanstack/react-query";
import type { Order, RefundQuote } from "../../../api/client.ts";
import { purchaseQuery } from "../../../api/purchase.ts";
import { formatPrice } from "../../../money.ts";
import { QuantityPicker } from "../../../ui/QuantityPicker.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { parseQuantity } from "../quantity.ts";
import type { RefundSelection } from "./queries.ts";
import { texts } from "./refund.texts.en.tsx";

type Rest = RefundQuote["left"];

/** The pieces as they were typed, by order. */
export interface TypedPieces {
  counts: Record<string, string>;
  delivery: boolean;
}

/** The lines with something left to refund. */
const openLines = ({ lines }: Rest) =>
  lines.filter(({ amount, quantity }) => amount > 0 && quantity > 0);

const countOf = (typed: string | undefined) =>
  typed?.trim() === "" || typed === undefined ? 0 : parseQuantity(typed);

/**
 * Returns what is to be refunded. It is undefined for counts that are no pieces of what is left.
 */
export function toSelection(
  { counts, delivery }: TypedPieces,
  rest: Rest,
): RefundSelection | undefined {
  const chosen = openLines(rest).map(({ orderId, quantity: most }) => {
    const quantity = countOf(counts[orderId]);
    return quantity === undefined || quantity > most ? undefined : { orderId, quantity };
  });
  const known = chosen.filter((line) => line !== undefined);
  if (known.length < chosen.length) return undefined;
  return {
    lines: known.filter(({ quantity }) => quantity > 0),
    delivery: delivery && rest.delivery > 0,
  };
}

interface RefundPiecesProps {
  /** The id of the purchase. */
  id: string;
  order: Order;
  rest: Rest | undefined;
  pieces: TypedPieces;
  onChange: (pieces: TypedPieces) => void;
}

/** How many pieces of each line are refunded, and whether the delivery is. */
export function RefundPieces({ id, order, rest, pieces, onChange }: RefundPiecesProps) {
  const { data: purchase } = useQuery({ ...purchaseQuery(id), enabled: Boolean(order.purchaseId) });
  if (!rest) return <Spinner label={texts.loadingRest} />;
  const name = (orderId: string) =>
    (purchase?.orders ?? [order]).find(({ _id }) => _id === orderId)?.toolName ?? "";
  return (
    <div className="mt-5">
      <ul>
        {openLines(rest).map(({ orderId, quantity: most, amount }) => {
          const typed = pieces.counts[orderId] ?? "0";
          const count = countOf(typed);
          return (
            <li
              key={orderId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule py-3"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere" dir="auto">
                  {name(orderId)}
                </p>
                <p className="text-sm text-quiet">{texts.piecesLeft(most, formatPrice(amount))}</p>
              </div>
              <QuantityPicker
                label={texts.piecesOf(name(orderId))}
                hideLabel
                value={typed}
                count={count}
                min={0}
                max={most}
                suggestions={[]}
                hint=""
                error={count === undefined || count > most ? texts.piecesRange(most) : undefined}
                onChange={(value) =>
                  onChange({ ...pieces, counts: { ...pieces.counts, [orderId]: value } })
                }
              />
            </li>
          );
        })}
      </ul>
      {rest.delivery > 0 && (
        <label className="flex min-h-6 cursor-pointer items-start gap-3 border-y border-rule py-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-primary"
            checked={pieces.delivery}
            onChange={({ target }) => onChange({ ...pieces, delivery: target.checked })}
          />
          <span className="grow font-medium">{texts.delivery}</span>
          <span className="figures">{formatPrice(rest.delivery)}</span>
        </label>
      )}
    </div>
  );
}

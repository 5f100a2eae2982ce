import type { FormerOrder } from "../../../api/client.ts";
import { DayText } from "../../../ui/DateText.tsx";
import { texts } from "./former-orders.texts.en.ts";

/** Orders of the former shop, folded. Its words and amounts stay as its file had them. */
export const FormerOrders = ({ orders }: { orders: FormerOrder[] }) =>
  orders.length > 0 && (
    <details className="mt-8">
      <summary className="cursor-pointer font-medium">
        {texts.fromFormerShop(orders.length)}
      </summary>
      <ul className="mt-3 max-w-prose border-t border-rule text-sm">
        {orders.map(({ _id, number, orderedAt, state, total, currency, lines }) => (
          <li key={_id} className="border-b border-rule py-2 wrap-anywhere">
            <p className="flex justify-between gap-x-4">
              <span>
                <bdi>{number}</bdi> · <DayText at={orderedAt} />
                {state && <span className="text-quiet"> · {state}</span>}
              </span>
              <span className="figures shrink-0">
                {total.toFixed(2)} {currency}
              </span>
            </p>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
              <p key={index} className="text-quiet" dir="auto">
                {line.quantity && `${line.quantity} × `}
                {line.name}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );

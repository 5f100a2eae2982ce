import { useQuery } from "@tanstack/react-query";
import type { Order } from "../../../api/client.ts";
import { orderStateName } from "../../../api/order-states.ts";
import { purchaseIdOf, purchaseQuery } from "../../../api/purchase.ts";
import { formatCount } from "../../../money.ts";
import { invoicePath, manageOrderPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { daysText } from "../delivery-texts.ts";
import { PlacedSum } from "../PurchaseSum.tsx";
import { texts } from "./order-page.texts.en.tsx";

interface PurchaseOfOrderProps {
  order: Order;
  /** Staff do not refund, so it is undefined for them. */
  onRefund: ((order: Order) => void) | undefined;
}

/** Shows the owner the other lines, delivery and taxes of what was paid at once. */
export function PurchaseOfOrder({ order, onRefund }: PurchaseOfOrderProps) {
  const { data: purchase, error, refetch } = useQuery(purchaseQuery(purchaseIdOf(order)));
  if (!purchase)
    return error ? (
      <LoadError error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label={texts.loadingSum} />
    );
  const others = purchase.orders.filter(({ _id }) => _id !== order._id);
  return (
    <>
      {others.length > 0 && (
        <ul aria-label={texts.boughtWithIt} className="mb-4">
          {others.map((other) => (
            <li key={other._id} className="flex flex-wrap justify-between gap-x-6 py-1">
              <AppLink
                to={manageOrderPath(other._id)}
                className="min-w-0 wrap-anywhere underline underline-offset-4"
              >
                {formatCount(other.orderQuantity)} × {other.toolName}
              </AppLink>
              <span className="text-quiet">{orderStateName(other)}</span>
            </li>
          ))}
        </ul>
      )}
      <PlacedSum purchase={purchase} />
      <p className="mt-3 flex flex-wrap justify-between gap-x-6 text-quiet">
        {purchase.delivery && (
          <span>{texts.delivery(purchase.delivery.name, daysText(purchase.delivery))}</span>
        )}
        <AppLink to={invoicePath(purchase._id)} className="underline underline-offset-4">
          {texts.invoice}
        </AppLink>
      </p>
      {/* The order's own button is gone, and its delivery may be left. */}
      {onRefund && order.refundBegunAt && purchase.refunded < purchase.total && (
        <Button variant="outline" small className="mt-3" onClick={() => onRefund(order)}>
          {texts.refundMore}
        </Button>
      )}
    </>
  );
}

import type { Order } from "../../api/client.ts";
import { formatCount, formatPrice, pluralize } from "../../money.ts";

/** How much of an order went back, if it is not all, and how many pieces. */
export const PartRefunded = ({ order, className }: { order: Order; className: string }) =>
  order.refundedAmount &&
  !order.refundBegunAt && (
    <p className={className}>
      Refunded {formatPrice(order.refundedAmount)} of {formatPrice(order.totalPrice)}
      {order.refundedQuantity &&
        `, ${formatCount(order.refundedQuantity)} of ${pluralize(order.orderQuantity, "piece")}`}
    </p>
  );

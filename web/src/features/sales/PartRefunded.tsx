import type { Order } from "../../api/client.ts";
import { formatPrice } from "../../money.ts";

/** How much of an order went back, if it is not all. */
export const PartRefunded = ({ order, className }: { order: Order; className: string }) =>
  order.refundedAmount &&
  !order.refundBegunAt && (
    <p className={`figures ${className}`}>
      Refunded {formatPrice(order.refundedAmount)} of {formatPrice(order.totalPrice)}
    </p>
  );

import type { Order } from "../../api/client.ts";
import { formatPrice } from "../../money.ts";
import { texts } from "./order.texts.en.tsx";

/** How much of an order went back, if it is not all, and how many pieces. */
export const PartRefunded = ({ order, className }: { order: Order; className: string }) =>
  order.refundedAmount &&
  !order.refundBegunAt && <p className={className}>{textOf(order, order.refundedAmount)}</p>;

function textOf({ totalPrice, refundedQuantity, orderQuantity }: Order, refundedAmount: number) {
  const [refunded, total] = [formatPrice(refundedAmount), formatPrice(totalPrice)];
  return refundedQuantity
    ? texts.refundedPieces(refunded, total, refundedQuantity, orderQuantity)
    : texts.refundedOf(refunded, total);
}

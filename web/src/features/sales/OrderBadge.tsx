import "./order-badge.css";
import type { Order } from "../../api/client.ts";
import { ORDER_STATES } from "../../api/order-states.ts";
import { DayText } from "../../ui/DateText.tsx";
import { texts } from "./order.texts.en.tsx";

/** The state of an order, as its customer reads it. */
export function OrderBadge({ order }: { order: Order }) {
  const { paid, refundBegunAt, refundedAt, shippedAt } = order;
  if (refundBegunAt)
    return (
      <span className="order-badge text-quiet">
        {refundedAt ? ORDER_STATES.refunded : ORDER_STATES.refunding}
      </span>
    );
  if (!paid) return <span className="order-badge text-warning">{ORDER_STATES.unpaid}</span>;
  return (
    <span className="order-badge text-success">
      {shippedAt ? texts.paidAndShipped(<DayText at={shippedAt} />) : texts.paidToShip}
    </span>
  );
}

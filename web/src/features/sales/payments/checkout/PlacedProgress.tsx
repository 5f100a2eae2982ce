import type { Purchase } from "../../../../api/client.ts";
import { ORDER_STATES } from "../../../../api/order-states.ts";
import { orderSteps } from "../../../../api/order-steps.ts";
import { Timeline } from "../../../../ui/Timeline.tsx";
import { texts } from "./placed.texts.en.tsx";

/** How far a purchase is. It is as far as the tool that waits longest. */
export function PlacedProgress({ purchase: { orders, delivery } }: { purchase: Purchase }) {
  const shipped = orders.filter(({ shippedAt }) => shippedAt).length;
  const waiting = orders.find(({ shippedAt, refundBegunAt }) => !(shippedAt || refundBegunAt));
  const order = waiting ?? orders.at(-1);
  if (!order) return null;
  const steps = orderSteps(order, "customer").map((step) =>
    step.title === ORDER_STATES.shipped
      ? {
          ...step,
          title: delivery?.pickUp ? texts.readyForPickUp : step.title,
          detail: waiting && shipped > 0 ? [texts.shippedOf(shipped, orders.length)] : step.detail,
        }
      : step,
  );
  return <Timeline label={texts.progress} steps={steps} />;
}

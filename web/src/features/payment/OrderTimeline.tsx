import type { ReactNode } from "react";
import type { Order } from "../../api/client.ts";
import { Day } from "../../ui/Day.tsx";
import { CheckIcon, ClockIcon } from "../../ui/icons.tsx";

/** Placed, paid, shipped: what has happened and what is to come, in words and signs as well as in colour. */
export function OrderTimeline({ order }: { order: Order }) {
  const shipped = order.status !== undefined && order.status !== "pending";
  return (
    <ol aria-label="The way of this order" className="space-y-4">
      <Step done title="Placed">
        <Day at={order.createdAt} />
      </Step>
      <Step done={order.paid} title="Paid">
        {order.paidAt ? <Day at={order.paidAt} /> : "Waiting for payment"}
      </Step>
      <Step done={shipped} title="Approved and shipped">
        {order.shippedAt ? (
          <Day at={order.shippedAt} />
        ) : order.paid ? (
          "Being packed"
        ) : (
          "After payment"
        )}
      </Step>
    </ol>
  );
}

const Step = ({ done, title, children }: { done: boolean; title: string; children: ReactNode }) => (
  <li className="flex gap-3">
    <span className={done ? "text-success" : "text-quiet"}>
      {done ? <CheckIcon /> : <ClockIcon />}
    </span>
    <div>
      <p className={done ? "font-medium" : "text-quiet"}>
        {title}
        <span className="sr-only">{done ? ", done" : ", not yet"}</span>
      </p>
      <p className="figures text-sm text-quiet">{children}</p>
    </div>
  </li>
);

import type { Order } from "../../../../api/client.ts";
import { formatCount, formatPrice } from "../../../../money.ts";
import { OrderBadge } from "../../OrderBadge.tsx";
import { OrderedToolPicture } from "../../OrderedTool.tsx";
import { PartRefunded } from "../../PartRefunded.tsx";
import { hasTracking, TrackingLink } from "../../TrackingLink.tsx";

interface PlacedToolsProps {
  orders: Order[];
  /** A customer without a login cannot load the pictures of tools that are no longer for sale. */
  isGuest?: boolean;
}

/** The lines of a purchase, and how far each is. */
export const PlacedTools = ({ orders, isGuest = false }: PlacedToolsProps) => (
  <section aria-labelledby="tools">
    <h2 id="tools" className="sr-only">
      Tools
    </h2>
    <ul className="border-t border-rule-strong">
      {orders.map((order) => (
        <Line key={order._id} order={order} isGuest={isGuest} />
      ))}
    </ul>
  </section>
);

const Line = ({ order, isGuest }: { order: Order; isGuest: boolean }) => (
  <li className="placed-line">
    {!isGuest && <OrderedToolPicture toolId={order.toolId} />}
    <div className="min-w-0 grow">
      <p className="flex items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium wrap-anywhere" dir="auto">
          {order.toolName}
        </span>
        <span className="figures">{formatPrice(order.subtotal ?? order.totalPrice)}</span>
      </p>
      <p className="figures text-sm text-quiet">
        {formatCount(order.orderQuantity)} × {formatPrice(order.price)}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderBadge order={order} />
        {hasTracking(order) && <TrackingLink order={order} asButton />}
      </p>
      <PartRefunded order={order} className="mt-1.5 text-sm" />
    </div>
  </li>
);

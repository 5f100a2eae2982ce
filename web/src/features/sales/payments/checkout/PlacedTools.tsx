import type { Order } from "../../../../api/client.ts";
import { formatCount, formatPrice } from "../../../../money.ts";
import { OrderBadge } from "../../OrderBadge.tsx";
import { OrderedToolPicture, SmallPicture } from "../../OrderedTool.tsx";
import { PartRefunded } from "../../PartRefunded.tsx";
import { hasTracking, TrackingLink } from "../../TrackingLink.tsx";

interface PlacedToolsProps {
  orders: Order[];
  /** The pictures of a customer without a login, who cannot ask for tools. */
  pictures?: Record<string, string>;
}

/** The lines of a purchase, and how far each is. */
export const PlacedTools = ({ orders, pictures }: PlacedToolsProps) => (
  <section aria-labelledby="tools">
    <h2 id="tools" className="sr-only">
      Tools
    </h2>
    <ul className="border-t border-rule-strong">
      {orders.map((order) => (
        <Line key={order._id} order={order} {...(pictures && { pictures })} />
      ))}
    </ul>
  </section>
);

type LineProps = Omit<PlacedToolsProps, "orders"> & { order: Order };

const Line = ({ order, pictures }: LineProps) => (
  <li className="placed-line">
    {!pictures ? (
      <OrderedToolPicture toolId={order.toolId} />
    ) : (
      pictures[order.toolId] && <SmallPicture src={pictures[order.toolId]} />
    )}
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

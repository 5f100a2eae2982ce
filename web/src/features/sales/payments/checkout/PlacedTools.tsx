import type { Order, Purchase } from "../../../../api/client.ts";
import { formatCount, formatPrice } from "../../../../money.ts";
import { Picture } from "../../../../ui/Picture.tsx";
import { OrderBadge } from "../../OrderBadge.tsx";
import { PartRefunded } from "../../PartRefunded.tsx";
import { hasTracking, TrackingLink } from "../../TrackingLink.tsx";
import { texts } from "./placed.texts.en.tsx";

/** The lines of a purchase, and how far each is. */
export const PlacedTools = ({ purchase: { orders, pictures } }: { purchase: Purchase }) => (
  <section aria-labelledby="tools">
    <h2 id="tools" className="sr-only">
      {texts.tools}
    </h2>
    <ul className="border-t border-rule-strong">
      {orders.map((order) => (
        <Line
          key={order._id}
          order={order}
          picture={pictures?.find(({ toolId }) => toolId === order.toolId)}
        />
      ))}
    </ul>
  </section>
);

interface LineProps {
  order: Order;
  picture: Purchase["pictures"][number] | undefined;
}

const Line = ({ order, picture }: LineProps) => (
  <li className="placed-line">
    <span className="placed-picture">
      {picture?.img && <Picture src={picture.img} alt={picture.imgAlt} sizes="64px" />}
    </span>
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

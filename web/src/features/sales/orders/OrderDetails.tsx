import { type ReactNode, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { orderSteps } from "../../../api/order-steps.ts";
import type { Role } from "../../../api/session/use-role.ts";
import { swapped } from "../../../api/swap.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { ChangeDelivery } from "../../../ui/ChangeDelivery.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { ChevronIcon, Timeline } from "../../../ui/Timeline.tsx";
import { hasTracking, TrackingLink } from "../TrackingLink.tsx";
import { texts } from "./order.texts.en.tsx";

const detailsId = ({ _id }: Order) => `details-${_id}`;

/** Keeps which orders of a table show their details. */
export function useOrderDetails(reader: Role) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const isOpen = ({ _id }: Order) => ids.has(_id);
  const toggle = ({ _id }: Order) =>
    setIds((now) => new Set(now.has(_id) ? [...now].filter((id) => id !== _id) : [...now, _id]));

  return {
    /** The tool's name as a button that shows and hides the details. */
    toggleButton: (order: Order) => (
      <ToggleDetails order={order} open={isOpen(order)} onPress={() => toggle(order)} />
    ),
    panel: (order: Order) => isOpen(order) && <OrderDetails order={order} reader={reader} />,
  };
}

interface ToggleDetailsProps {
  order: Order;
  open: boolean;
  onPress: () => void;
}

const ToggleDetails = ({ order, open, onPress }: ToggleDetailsProps) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={open ? detailsId(order) : undefined}
    title={open ? texts.hideDetails : texts.showDetails}
    onClick={onPress}
    className="group -ml-1 inline-flex min-h-6 items-start align-top gap-1 text-left font-medium hover:underline hover:underline-offset-4"
  >
    <span className="mt-0.5 shrink-0 -rotate-90 text-quiet transition-transform group-aria-expanded:rotate-0">
      <ChevronIcon />
    </span>
    <span className="text-pretty" dir="auto">
      {order.toolName}
    </span>
  </button>
);

function OrderDetails({ order, reader }: { order: Order; reader: Role }) {
  const { address, phone } = swapped(order);
  return (
    <div id={detailsId(order)} className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      <Timeline label={texts.progressOf(orderName(order))} steps={orderSteps(order, reader)} />
      <dl className="grid content-start gap-3">
        <Fact title={texts.shipTo}>
          <span className="block" dir="auto">
            {order.customerName}
          </span>
          {address ? (
            <span className="block" dir="auto">
              {address}
            </span>
          ) : (
            <span className="text-quiet">{texts.noAddress}</span>
          )}
        </Fact>
        <Fact title={texts.phone}>
          {phone || <span className="text-quiet">{texts.noPhone}</span>}
          <div className="mt-2 empty:mt-0">
            <ChangeDelivery order={order} />
          </div>
        </Fact>
        {hasTracking(order) && (
          <Fact title={texts.tracking}>
            <TrackingLink order={order} />
          </Fact>
        )}
        <Fact title={texts.order}>
          {orderNumber(order)}
          <span className="block text-sm text-quiet">
            <LongId id={order._id} />
          </span>
        </Fact>
        {order.transactionId && (
          <Fact title={texts.payment}>
            <LongId id={order.transactionId} />
          </Fact>
        )}
        <Fact title={texts.price}>
          <span className="figures">
            {formatCount(order.orderQuantity)} × {formatPrice(order.price)}
          </span>
        </Fact>
      </dl>
    </div>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4">
    <dt className="text-sm leading-6 text-quiet">{title}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

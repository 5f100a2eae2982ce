import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Order } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { orderSteps } from "../../../api/order-steps.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { swapped } from "../../../api/swap.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { pages } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { ChangeDelivery } from "../../../ui/ChangeDelivery.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Timeline } from "../../../ui/Timeline.tsx";
import { CardPayment } from "./CardPayment.tsx";
import { orderQuery } from "./queries.ts";

export default function PaymentPage() {
  const { id = "" } = useParams();
  const { data: order, error, refetch } = useQuery(orderQuery(id));

  const { data: role } = useRole();
  const list = role === "admin" ? pages.manageOrders : pages.myOrders;
  const gone = error instanceof ApiError && error.status === 404;

  return (
    <>
      <BackLink to={list.path}>{list.title}</BackLink>
      <h1 className="text-title">Payment</h1>
      {gone ? (
        <div className="mt-10">
          <EmptyState title="Order not found">
            It has been deleted, or it belongs to another account. {list.title} lists{" "}
            {role === "admin" ? "all" : "yours"}.
          </EmptyState>
        </div>
      ) : order ? (
        <OrderSummary order={order} />
      ) : error ? (
        <div className="mt-10">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <PaymentSkeleton />
      )}
    </>
  );
}

const GRID =
  "mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] xl:grid-rows-[auto_1fr]";

const PaymentSkeleton = () => (
  <div role="status" className={`appear-late ${GRID}`}>
    <div>
      <span className="sr-only">Loading your order …</span>
      <div className="h-14 max-w-64 bg-base-200" />
      <div className="mt-8 h-60 bg-base-200" />
    </div>
    <div className="h-80 bg-base-200 xl:row-span-2" />
    <div className="h-44 max-w-64 bg-base-200" />
  </div>
);

function OrderSummary({ order }: { order: Order }) {
  const address = swapped(order).address.trim();
  return (
    <div className={GRID}>
      <div>
        <p className="text-lead">
          Hello,{" "}
          <strong className="font-semibold wrap-anywhere" dir="auto">
            {order.customerName}
          </strong>
        </p>
        <p className="text-quiet wrap-anywhere">{order.customerEmail}</p>
        <dl className="mt-8 border-t border-rule-strong">
          <Line title="Order" text={orderNumber(order)} />
          <Line title="Tool" text={order.toolName} />
          <Line
            title="Quantity"
            text={`${formatCount(order.orderQuantity)} at ${formatPrice(order.price)}`}
          />
          <Line title="Ship to" text={address || "No address given"}>
            <ChangeDelivery order={order} />
          </Line>
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b-3 border-double border-rule-strong py-4">
            <dt className="text-quiet">Amount</dt>
            <dd className="figures font-display text-3xl">
              <FullPrice dollars={order.totalPrice} className="text-lg text-quiet" />
            </dd>
          </div>
        </dl>
        {!address && !order.paid && (
          <p className="mt-4 border-l-2 border-warning py-1 pl-4">
            Where shall we send it? Please add an address.
          </p>
        )}
      </div>
      <div className="xl:row-span-2">
        <CardPayment key={order._id} order={order} />
      </div>
      <Timeline label="Progress of this order" steps={orderSteps(order, "customer")} />
    </div>
  );
}

interface LineProps {
  title: string;
  text: string;
  /** Below the text. */
  children?: ReactNode;
}

const Line = ({ title, text, children }: LineProps) => (
  <div className="flex items-baseline justify-between gap-6 border-b border-rule py-3">
    <dt className="shrink-0 text-quiet">{title}</dt>
    <dd className="figures text-right wrap-anywhere">
      <p className="mb-1.5 font-medium last:mb-0" dir="auto">
        {text}
      </p>
      {children}
    </dd>
  </div>
);

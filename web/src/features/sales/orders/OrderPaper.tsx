import "./order-paper.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Order } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { useShop } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { orderQuery } from "./queries.ts";

interface OrderPaperProps {
  title: string;
  /** Why this order has no such paper yet. */
  refuse?: (order: Order) => string | undefined;
  children: (order: Order) => ReactNode;
}

/** A page about one order that is made to be printed, on A4 or Letter. */
export function OrderPaper({ title, refuse, children }: OrderPaperProps) {
  const { id = "" } = useParams();
  const { name, logo, legalName, address, registrationNumbers } = useShop();
  const { data: order, error, refetch } = useQuery(orderQuery(id));
  const refusal = order && refuse?.(order);

  if (error instanceof ApiError && error.status === 404)
    return (
      <>
        <h1 className="text-title">{title}</h1>
        <EmptyState title="Order not found">
          It has been deleted, or it belongs to another account.
        </EmptyState>
      </>
    );
  if (!order)
    return (
      <>
        <h1 className="mb-8 text-title">{title}</h1>
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the order" />
        )}
      </>
    );
  if (refusal)
    return (
      <>
        <h1 className="mb-8 text-title">{title}</h1>
        <p>{refusal}</p>
      </>
    );
  return (
    <>
      <PageTitle>{`${title} ${orderNumber(order)}`}</PageTitle>
      <div className="order-paper">
        {logo && <img className="shop-logo mb-6 h-14 max-w-64" src={logo} alt={name} />}
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h1 className="text-title">{title}</h1>
          <Button onClick={() => window.print()}>Print</Button>
        </div>
        <p className="figures mt-4 font-medium">
          {legalName || name}, order {orderNumber(order)}
        </p>
        {address && <p className="whitespace-pre-line">{address}</p>}
        {registrationNumbers && (
          <p className="figures whitespace-pre-line wrap-anywhere">{registrationNumbers}</p>
        )}
        <p className="figures mt-2 text-quiet">
          Placed on <DateText at={order.createdAt} />
        </p>
        {children(order)}
      </div>
    </>
  );
}

export function ShipTo({ order }: { order: Order }) {
  const { address, phone } = swapped(order);
  return (
    <section className="mt-8">
      <h2 className="text-sm text-quiet">Ship to</h2>
      <p className="text-lead wrap-anywhere" dir="auto">
        {order.customerName}
      </p>
      <p className="whitespace-pre-line text-lead wrap-anywhere" dir="auto">
        {address || "No address given"}
      </p>
      {phone && <p className="mt-1">{phone}</p>}
      {order.customerEmail && <p className="wrap-anywhere">{order.customerEmail}</p>}
    </section>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { Order } from "../../api/client.ts";
import { formatCount, formatPrice } from "../../api/money.ts";
import { sentence } from "../../api/refusals.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { Trouble } from "../../ui/Trouble.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnfolded } from "./OrderDetails.tsx";
import { allOrdersQuery, useShipOrder } from "./queries.ts";
import { useOrderDeletion } from "./use-order-deletion.tsx";

export default function ManageOrdersPage() {
  const list = useInfiniteQuery(allOrdersQuery);
  const { data, error, refetch } = list;
  const orders = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <PageTitle>Manage Orders</PageTitle>
      <h1 className="text-title">Manage Orders</h1>
      <div className="mt-10">
        {orders ? (
          <OrdersTable orders={orders} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading all orders" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function OrdersTable({ orders }: { orders: Order[] }) {
  const deletion = useOrderDeletion();
  const unfolded = useUnfolded();

  if (orders.length === 0)
    return (
      <EmptyState title="No orders yet" picture="/scenes/empty-orders.svg">
        The first order of a customer stands here as soon as it is placed.
      </EmptyState>
    );
  return (
    <>
      <Table
        caption="All orders"
        rows={orders}
        rowKey={(order) => order._id}
        detail={unfolded.details}
        columns={[
          { title: "No.", cell: (_, index) => <span className="figures">{index + 1}</span> },
          { title: "Buyer name", className: "min-w-24", cell: (order) => order.customerName },
          {
            title: "Tool name",
            className: "min-w-28",
            cell: unfolded.fold,
          },
          { title: "Quantity", numeric: true, cell: (order) => formatCount(order.orderQuantity) },
          {
            title: "E-mail",
            className: "min-w-38",
            cell: (order) => <Email address={order.customerEmail} />,
          },
          { title: "Total price", numeric: true, cell: (order) => formatPrice(order.totalPrice) },
          {
            title: "Action",
            cell: (order) => <Action order={order} onDelete={() => deletion.ask(order)} />,
          },
        ]}
      />
      {deletion.dialog}
    </>
  );
}

/** Breaks after the @ rather than within a word. */
function Email({ address }: { address: string }) {
  const at = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

function Action({ order, onDelete }: { order: Order; onDelete: () => void }) {
  const shipping = useShipOrder();
  const status = useRef<HTMLSpanElement>(null);
  const whose = `the order of ${order.toolName} for ${order.customerName}`;

  if (!order.paid)
    return (
      <div className="ledger-actions">
        <span className="text-warning">Unpaid</span>
        <Button look="outline" small aria-label={`Delete ${whose}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    );
  return (
    <div className="ledger-actions">
      <span
        ref={status}
        tabIndex={-1}
        className={order.status === "pending" ? "text-info" : "text-success"}
      >
        {order.status}
      </span>
      {order.status === "pending" && (
        <Button
          small
          busy={shipping.isPending}
          aria-label={`Ship ${whose}`}
          onClick={() =>
            shipping.mutate(order, {
              // The button goes away; what it has brought about takes the focus.
              onSuccess: () => status.current?.focus(),
              onError: (error) => showToast("error", sentence(error)),
            })
          }
        >
          Ship
        </Button>
      )}
    </div>
  );
}

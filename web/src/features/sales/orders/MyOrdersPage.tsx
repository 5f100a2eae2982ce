import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { orderStateName } from "../../../api/order-states.ts";
import { useAccount, useSignOutOnAuthError } from "../../../api/session/SessionProvider.tsx";
import { formatCount, formatPrice } from "../../../money.ts";
import { paymentPath, purchasePath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Deadline } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useOrderDetails } from "./OrderDetails.tsx";
import { PartRefunded } from "./PartRefunded.tsx";
import { myOrdersQuery } from "./queries.ts";
import { hasTracking, TrackingLink } from "./TrackingLink.tsx";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";

export default function MyOrdersPage() {
  const { email } = useAccount();
  const list = useInfiniteQuery(myOrdersQuery(email));
  const { data, error, refetch } = list;
  const refused = useSignOutOnAuthError(error);
  useEffect(() => {
    if (refused) showToast("info", "Your session has ended. Please log in again.");
  }, [refused]);
  const orders = data?.pages.flatMap((page) => page.rows);

  if (refused) return <Spinner label="Signing out" />;
  return (
    <>
      <h1 className="text-title">My Orders</h1>
      <div className="mt-10">
        {orders ? (
          <OrdersTable orders={orders} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading your orders" tall />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function OrdersTable({ orders }: { orders: Order[] }) {
  const deletion = useDeleteOrderDialog("customer");
  const details = useOrderDetails("customer");

  if (orders.length === 0)
    return (
      <EmptyState
        title="No orders yet"
        picture="/scenes/empty-orders.svg"
        action={
          <AppLink to={paths.tools} className="btn btn-primary">
            Browse All Tools
          </AppLink>
        }
      >
        Your purchases appear here, to pay for and to follow.
      </EmptyState>
    );
  return (
    <>
      <Table
        caption="My orders"
        rows={orders}
        rowKey={(order) => order._id}
        detail={details.panel}
        columns={[
          { title: "No.", cell: (_, index) => <span className="figures">{index + 1}</span> },
          {
            title: "Buyer name",
            className: "min-w-24",
            cell: (order) => <span dir="auto">{order.customerName}</span>,
          },
          {
            title: "Tool name",
            rowHeader: true,
            className: "min-w-28",
            cell: (order) => (
              <>
                {details.toggleButton(order)}
                <p className="row-note figures">Order {orderNumber(order)}</p>
              </>
            ),
          },
          { title: "Quantity", numeric: true, cell: (order) => formatCount(order.orderQuantity) },
          { title: "Total price", numeric: true, cell: (order) => formatPrice(order.totalPrice) },
          {
            title: "Action",
            cell: (order) =>
              order.paid ? (
                <AppLink
                  to={purchasePath(order.toolId)}
                  className="btn btn-outline btn-sm"
                  aria-label={`Order again: ${order.toolName}`}
                >
                  Order again
                </AppLink>
              ) : (
                <Button
                  variant="outline"
                  small
                  aria-label={`Delete the order of ${orderName(order)}`}
                  onClick={() => deletion.ask(order)}
                >
                  Delete
                </Button>
              ),
          },
          { title: "Payment", cell: (order) => <Payment order={order} /> },
        ]}
      />
      {deletion.dialog}
    </>
  );
}

function Payment({ order }: { order: Order }) {
  if (!order.paid)
    return (
      <>
        <AppLink
          to={paymentPath(order._id)}
          className="btn btn-primary btn-sm px-5"
          aria-label={`Pay for ${orderName(order)}`}
        >
          Pay
        </AppLink>
        {order.expiresAt && (
          <p className="figures mt-1.5 text-sm text-quiet">
            Reserved until <Deadline at={order.expiresAt} />
          </p>
        )}
      </>
    );
  return (
    <>
      <p className="font-medium text-success">Paid</p>
      <p className="text-sm text-quiet">
        Transaction id <LongId id={order.transactionId ?? ""} />
      </p>
      {order.status !== "pending" && <p className="mt-1 text-sm">{orderStateName(order)}</p>}
      {hasTracking(order) && (
        <p className="text-sm">
          <TrackingLink order={order} />
        </p>
      )}
      <PartRefunded order={order} className="text-sm" />
      {order.refundBegunAt && <p className="text-sm text-quiet">Your bank may take 5 to 10 days</p>}
    </>
  );
}

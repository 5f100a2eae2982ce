import { useInfiniteQuery } from "@tanstack/react-query";
import type { Order } from "../../api/client.ts";
import { formatCount, formatPrice } from "../../money.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Email } from "../../ui/Email.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { useLastSettled } from "../../ui/use-last-settled.ts";
import { OrderActions } from "./OrderActions.tsx";
import { useOrderDetails } from "./OrderDetails.tsx";
import { countText } from "./order-filter.ts";
import { allOrdersQuery } from "./queries.ts";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";
import { useOrderFilter } from "./use-order-filter.tsx";
import { useRefundDialog } from "./use-refund.tsx";

export default function ManageOrdersPage() {
  const { search, state, controls, isUnfiltered } = useOrderFilter();
  const list = useInfiniteQuery(allOrdersQuery(search, state));
  const { data, error, refetch, isPlaceholderData } = list;
  const orders = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total ?? 0;
  const shownUnfiltered = useLastSettled(isUnfiltered, isPlaceholderData);
  const count = useLastSettled(orders && countText(total, search, state), isPlaceholderData);

  return (
    <>
      <h1 className="text-title">Manage Orders</h1>
      <div className="mt-8 flex flex-wrap items-start gap-x-6">
        {controls}
        <p role="status" className="figures py-4 text-sm text-quiet sm:ml-auto sm:pt-10">
          {count}
        </p>
      </div>
      <div className="mt-2" aria-busy={isPlaceholderData}>
        {orders ? (
          <OrdersTable orders={orders} isEverything={shownUnfiltered} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading all orders" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function OrdersTable({ orders, isEverything }: { orders: Order[]; isEverything: boolean }) {
  const deletion = useDeleteOrderDialog();
  const refund = useRefundDialog(orders);
  const details = useOrderDetails("admin");

  if (orders.length === 0 && !isEverything)
    return (
      <EmptyState
        title="No matching orders"
        picture="/scenes/empty-search.svg"
        action={
          <AppLink to={paths.manageOrders} className="btn btn-outline">
            Show all orders
          </AppLink>
        }
      >
        No orders match this search.
      </EmptyState>
    );
  if (orders.length === 0)
    return (
      <EmptyState title="No orders yet" picture="/scenes/empty-orders.svg">
        The first order appears here as soon as a customer places it.
      </EmptyState>
    );
  return (
    <>
      <Table
        caption="All orders"
        rows={orders}
        rowKey={(order) => order._id}
        detail={details.panel}
        columns={[
          { title: "No.", cell: (_, index) => <span className="figures">{index + 1}</span> },
          { title: "Buyer name", className: "min-w-24", cell: (order) => order.customerName },
          {
            title: "Tool name",
            className: "min-w-28",
            cell: details.toggleButton,
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
            cell: (order) => (
              <OrderActions
                order={order}
                onDelete={() => deletion.ask(order)}
                onRefund={() => refund.ask(order)}
              />
            ),
          },
        ]}
      />
      {deletion.dialog}
      {refund.dialog}
    </>
  );
}

import "./manage-orders.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { swapped } from "../../../api/swap.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { manageOrderPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { CsvExport } from "../../../ui/CsvExport.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { useSteadyRows } from "../../../ui/steady-rows.ts";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useLastSettled } from "../../../ui/use-last-settled.ts";
import { OrderActions } from "./OrderActions.tsx";
import { useOrderDetails } from "./OrderDetails.tsx";
import { OrdersBar } from "./OrdersBar.tsx";
import { countText } from "./order-filter.ts";
import { isOffered, isToShip, type Selection, useSelection } from "./order-selection.ts";
import { PartRefunded } from "./PartRefunded.tsx";
import { allOrdersQuery } from "./queries.ts";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";
import { useOrderFilter } from "./use-order-filter.tsx";
import { useRefundDialog } from "./use-refund.tsx";
import { type Shipping, useShipping } from "./use-shipping.ts";

export default function ManageOrdersPage() {
  const { search, state, days, controls, isUnfiltered } = useOrderFilter();
  const list = useInfiniteQuery(allOrdersQuery(search, state, days));
  const { data, error, refetch, isPlaceholderData } = list;
  const shownUnfiltered = useLastSettled(isUnfiltered, isPlaceholderData);
  const shownState = useLastSettled(state, isPlaceholderData);
  const choice = useLastSettled(JSON.stringify([state, search, days]), isPlaceholderData);
  const total = data?.pages[0]?.total ?? 0;
  const count = useLastSettled(data && countText(total, search, state, days), isPlaceholderData);
  const fresh = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const shipping = useShipping();
  const { rows, waiting, showWaiting } = useSteadyRows(fresh, choice, {
    keyOf: ({ _id }) => _id,
    belongs: (order) => shownState !== "pending" || isToShip(shipping.shown(order)),
  });
  const orders = rows?.map(shipping.shown);
  const selection = useSelection(orders ?? []);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">Manage Orders</h1>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          <CsvExport />
          <AppLink to={paths.enterOrder} className="btn btn-primary">
            Enter an order
          </AppLink>
        </div>
      </div>
      <div className="mt-8 flex flex-wrap items-start gap-x-6">
        {controls(data?.pages[0]?.stateCounts)}
      </div>
      <div className="orders-list" aria-busy={isPlaceholderData}>
        <OrdersBar
          orders={orders ?? []}
          count={count}
          selection={selection}
          shipping={shipping}
          waiting={waiting}
          onShowWaiting={showWaiting}
        />
        {orders ? (
          <OrdersTable
            orders={orders}
            isEverything={shownUnfiltered}
            selection={selection}
            shipping={shipping}
          />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading all orders" tall />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

interface OrdersTableProps {
  orders: Order[];
  isEverything: boolean;
  selection: Selection;
  shipping: Shipping;
}

function OrdersTable({ orders, isEverything, selection, shipping }: OrdersTableProps) {
  const deletion = useDeleteOrderDialog("admin");
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
          {
            title: "No.",
            cell: (order, index) => (
              <RowNumber order={order} number={index + 1} selection={selection} />
            ),
          },
          {
            title: "Buyer name",
            className: "sm:min-w-28",
            cell: (order) => <Buyer order={order} />,
          },
          {
            title: "Tool name",
            rowHeader: true,
            className: "@2xl:min-w-30 @4xl:min-w-32",
            cell: (order) => (
              <>
                {details.toggleButton(order)}
                <p className="row-note figures">
                  <DateText at={order.createdAt} />{" "}
                  <AppLink
                    to={manageOrderPath(order._id)}
                    className="inline-block underline underline-offset-2 hover:no-underline"
                  >
                    Order {orderNumber(order)}
                  </AppLink>
                </p>
              </>
            ),
          },
          { title: "Quantity", numeric: true, cell: (order) => formatCount(order.orderQuantity) },
          {
            title: "E-mail",
            className: "@2xl:min-w-28 @4xl:min-w-38",
            cell: (order) => <Email address={order.customerEmail} />,
          },
          {
            title: "Total price",
            numeric: true,
            cell: (order) => (
              <>
                {formatPrice(order.totalPrice)}
                <PartRefunded order={order} className="row-note" />
              </>
            ),
          },
          {
            title: "Action",
            className: "@2xl:min-h-28 @2xl:w-29 @4xl:min-h-0 @4xl:w-40",
            cell: (order) => (
              <OrderActions
                order={order}
                shipping={shipping}
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

interface RowNumberProps {
  order: Order;
  number: number;
  selection: Selection;
}

function RowNumber({ order, number, selection }: RowNumberProps) {
  // The column keeps its width when the last box disappears.
  if (!isOffered(order)) return <span className="inline-block figures @2xl:mr-7">{number}</span>;
  return (
    <label className="orders-select figures">
      {number}
      <input
        type="checkbox"
        aria-label={`Select ${orderName(order)}, for ${order.customerName}`}
        checked={selection.has(order)}
        onChange={({ target }) => selection.set([order], target.checked)}
      />
    </label>
  );
}

/** The buyer, and where the order goes. */
function Buyer({ order }: { order: Order }) {
  const { address } = swapped(order);
  return (
    <>
      <span dir="auto">{order.customerName}</span>
      {address ? (
        <p className="row-note" dir="auto">
          {address}
        </p>
      ) : (
        <p className={`row-note ${isToShip(order) ? "font-medium text-warning" : ""}`}>
          No address
        </p>
      )}
    </>
  );
}

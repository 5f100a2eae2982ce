import "./manage-orders.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import type { OrderState } from "../../../api/order-states.ts";
import { isOneOfSeveral, linesTogether } from "../../../api/purchase.ts";
import { swapped } from "../../../api/swap.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { manageOrderPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { useSteadyRows } from "../../../ui/steady-rows.ts";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useLastSettled } from "../../../ui/use-last-settled.ts";
import { PartRefunded } from "../PartRefunded.tsx";
import { texts } from "./manage-orders.texts.en.ts";
import { OrderActions } from "./OrderActions.tsx";
import { useOrderDetails } from "./OrderDetails.tsx";
import { OrdersBar } from "./OrdersBar.tsx";
import { countText } from "./order-filter.ts";
import { isOffered, isToShip, type Selection, useSelection } from "./order-selection.ts";
import { PurchaseHeading, ShipAll } from "./PurchaseHeading.tsx";
import { placeOf } from "./place.ts";
import { allOrdersQuery } from "./queries.ts";
import { useRecordPaymentDialog } from "./RecordPayment.tsx";
import { formatShortDate } from "./short-date.ts";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";
import { useOrderFilter } from "./use-order-filter.tsx";
import { useRefundDialog } from "./use-refund.tsx";
import { type Shipping, useShipping } from "./use-shipping.ts";
import { useTrackingDialog } from "./use-tracking.tsx";

export default function ManageOrdersPage() {
  const { search, state, days, controls, isUnfiltered } = useOrderFilter();
  const list = useInfiniteQuery(allOrdersQuery(search, state, days));
  const { data, error, refetch, isPlaceholderData } = list;
  const shownUnfiltered = useLastSettled(isUnfiltered, isPlaceholderData);
  const shownState = useLastSettled(state, isPlaceholderData);
  const isByState = search === "" && !days.from && !days.to;
  const shownByState = useLastSettled(isByState ? state : undefined, isPlaceholderData);
  const choice = useLastSettled(JSON.stringify([state, search, days]), isPlaceholderData);
  const total = data?.pages[0]?.total ?? 0;
  const count = useLastSettled(data && countText(total, search, state, days), isPlaceholderData);
  const fresh = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const shipping = useShipping();
  const { rows, waiting, showWaiting } = useSteadyRows(fresh, choice, {
    keyOf: ({ _id }) => _id,
    belongs: (order) => shownState !== "pending" || isToShip(shipping.shown(order)),
  });
  const orders = rows && linesTogether(rows.map(shipping.shown));
  const selection = useSelection(orders ?? []);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-title">{texts.title}</h1>
        <AppLink to={paths.enterOrder} className="btn btn-primary btn-sm">
          {texts.enterOrder}
        </AppLink>
      </div>
      {controls(data?.pages[0]?.stateCounts)}
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
            onlyState={shownByState}
            selection={selection}
            shipping={shipping}
          />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

interface OrdersTableProps {
  orders: Order[];
  isEverything: boolean;
  /** The state, if nothing else was chosen. */
  onlyState: OrderState | undefined;
  selection: Selection;
  shipping: Shipping;
}

function OrdersTable({ orders, isEverything, onlyState, selection, shipping }: OrdersTableProps) {
  const deletion = useDeleteOrderDialog("admin");
  const refund = useRefundDialog(orders);
  const tracking = useTrackingDialog();
  const recording = useRecordPaymentDialog();
  const details = useOrderDetails("admin");

  if (orders.length === 0 && !isEverything)
    return (
      <EmptyState
        title={onlyState ? texts.noneHere : texts.noneMatching}
        picture={onlyState ? "/scenes/empty-orders.svg" : "/scenes/empty-search.svg"}
        action={
          <AppLink to={paths.manageOrders} className="btn btn-outline">
            {texts.showAll}
          </AppLink>
        }
      >
        {onlyState ? texts.noneIn[onlyState] : texts.noneMatchingHint}
      </EmptyState>
    );
  if (orders.length === 0)
    return (
      <EmptyState title={texts.noOrders} picture="/scenes/empty-orders.svg">
        {texts.noOrdersHint}
      </EmptyState>
    );
  return (
    <>
      <Table
        caption={texts.caption}
        className="orders-table"
        ownLayout
        rows={orders}
        rowKey={(order) => order._id}
        detail={details.panel}
        groupOf={(order) => (isOneOfSeveral(order) ? order.purchaseId : undefined)}
        groupHeading={(order) => (
          <PurchaseHeading order={order}>
            <ShipAll order={order} orders={orders} onAsk={tracking.askAll} />
          </PurchaseHeading>
        )}
        columns={[
          {
            title: texts.number,
            cell: (order, index) => (
              <RowNumber order={order} number={index + 1} selection={selection} />
            ),
          },
          { title: texts.buyerName, cell: (order) => <Buyer order={order} /> },
          { title: texts.toolName, rowHeader: true, cell: details.toggleButton },
          {
            title: texts.quantity,
            numeric: true,
            cell: (order) => formatCount(order.orderQuantity),
          },
          { title: texts.email, cell: (order) => <Email address={order.customerEmail} /> },
          {
            title: texts.totalPrice,
            numeric: true,
            cell: (order) => (
              <>
                <span className="orders-total">{formatPrice(order.totalPrice)}</span>
                <PartRefunded order={order} className="row-note" />
              </>
            ),
          },
          {
            title: texts.action,
            cell: (order) => (
              <OrderActions
                folded
                order={order}
                shipping={shipping}
                onDelete={deletion.ask}
                onRefund={refund.ask}
                onTrack={tracking.ask}
                onRecord={recording.ask}
              />
            ),
          },
        ]}
      />
      {deletion.dialog}
      {refund.dialog}
      {tracking.dialog}
      {recording.dialog}
    </>
  );
}

interface RowNumberProps {
  order: Order;
  number: number;
  selection: Selection;
}

function RowNumber({ order, number, selection }: RowNumberProps) {
  return (
    <div className="orders-number figures">
      <span className="orders-serial">{number}</span>
      {isOffered(order) && (
        <label className="orders-select">
          <input
            type="checkbox"
            aria-label={texts.select(orderName(order), order.customerName)}
            checked={selection.has(order)}
            onChange={({ target }) => selection.set([order], target.checked)}
          />
        </label>
      )}
      <div className="orders-reference">
        <AppLink to={manageOrderPath(order._id)}>
          <span className="sr-only">{texts.order} </span>
          {orderNumber(order)}
        </AppLink>
        <p className="row-note">
          <time dateTime={order.createdAt}>{formatShortDate(order.createdAt)}</time>
        </p>
      </div>
    </div>
  );
}

/** The buyer, and the town that the order goes to. The details have the whole address. */
function Buyer({ order }: { order: Order }) {
  const place = placeOf(swapped(order).address);
  return (
    <>
      <p className="orders-buyer" dir="auto">
        {order.customerName}
      </p>
      {place ? (
        <p className="row-note orders-place" dir="auto">
          {place}
        </p>
      ) : (
        <p className={`row-note orders-place ${isToShip(order) ? "font-medium text-warning" : ""}`}>
          {texts.noAddress}
        </p>
      )}
    </>
  );
}

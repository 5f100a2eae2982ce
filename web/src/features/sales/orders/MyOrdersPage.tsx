import "./my-orders.css";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Order } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { isOneOfSeveral, linesTogether, purchaseIdOf } from "../../../api/purchase.ts";
import { useAccount, useSignOutOnAuthError } from "../../../api/session/SessionProvider.tsx";
import { formatCount, formatPrice } from "../../../money.ts";
import { paymentPath, placedPurchasePath, purchasePath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DayText, Deadline } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { LongId, ShortId } from "../../../ui/LongId.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { ROW_NUMBER, Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { arrivesText } from "../arrival.ts";
import { OrderAgain } from "../OrderAgain.tsx";
import { OrderBadge } from "../OrderBadge.tsx";
import { OrderedToolPicture } from "../OrderedTool.tsx";
import { PartRefunded } from "../PartRefunded.tsx";
import { hasTracking, TrackingLink } from "../TrackingLink.tsx";
import { FormerOrders } from "./FormerOrders.tsx";
import { texts } from "./my-orders.texts.en.tsx";
import { useOrderDetails } from "./OrderDetails.tsx";
import { PurchaseHeading } from "./PurchaseHeading.tsx";
import { formerOrdersQuery, myOrdersQuery } from "./queries.ts";
import { ReceiptLink } from "./ReceiptLink.tsx";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";

export default function MyOrdersPage() {
  const { email } = useAccount();
  const list = useInfiniteQuery(myOrdersQuery(email));
  const { data, error, refetch } = list;
  const { data: formerOrders = [] } = useQuery(formerOrdersQuery);
  const refused = useSignOutOnAuthError(error);
  useEffect(() => {
    if (refused) showToast("info", texts.sessionEnded);
  }, [refused]);
  const orders = data && linesTogether(data.pages.flatMap((page) => page.rows));

  if (refused) return <Spinner label={texts.signingOut} />;
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <div className="my-orders mt-8">
        {orders ? (
          <OrdersTable orders={orders} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} tall />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
      <FormerOrders orders={formerOrders} />
    </>
  );
}

function OrdersTable({ orders }: { orders: Order[] }) {
  const deletion = useDeleteOrderDialog("customer");
  const details = useOrderDetails("customer");
  const isDemo = useQuery(configQuery).data?.demo !== false;

  if (orders.length === 0)
    return (
      <EmptyState
        title={texts.noOrders}
        picture="/scenes/empty-orders.svg"
        action={
          <AppLink to={paths.tools} className="btn btn-primary">
            {texts.browse}
          </AppLink>
        }
      >
        {texts.noOrdersHint}
      </EmptyState>
    );
  return (
    <>
      <Table
        caption={texts.caption}
        ownLayout
        rows={orders}
        rowKey={(order) => order._id}
        detail={details.panel}
        groupOf={(order) => (isOneOfSeveral(order) ? order.purchaseId : undefined)}
        groupHeading={(order) => (
          <PurchaseHeading order={order}>
            {!isDemo && order.paid && (
              <OrderAgain orders={[order]} purchaseId={order.purchaseId} small />
            )}
          </PurchaseHeading>
        )}
        columns={[
          { ...ROW_NUMBER, labelled: true },
          {
            title: texts.buyerName,
            className: "min-w-24",
            cell: (order) => <span dir="auto">{order.customerName}</span>,
          },
          {
            title: texts.toolName,
            rowHeader: true,
            className: "min-w-40",
            cell: (order) => (
              <div className="flex gap-3">
                <OrderedToolPicture toolId={order.toolId} />
                <div className="min-w-0">
                  {details.toggleButton(order)}
                  <p className="row-note figures pl-5">
                    {orderNumber(order)} · <DayText at={order.createdAt} />
                  </p>
                  {order.placedAsGuest && (
                    <p className="row-note pl-5">
                      {texts.placedWithoutLogin}{" "}
                      <AppLink
                        to={placedPurchasePath(purchaseIdOf(order))}
                        className="font-medium underline underline-offset-4"
                      >
                        {texts.notYours}
                      </AppLink>
                    </p>
                  )}
                </div>
              </div>
            ),
          },
          {
            title: texts.quantity,
            numeric: true,
            cell: (order) => formatCount(order.orderQuantity),
          },
          {
            title: texts.totalPrice,
            numeric: true,
            cell: (order) => formatPrice(order.totalPrice),
          },
          {
            title: texts.action,
            cell: (order) => (
              <Actions order={order} isDemo={isDemo} onDelete={() => deletion.ask(order)} />
            ),
          },
          { title: texts.payment, cell: (order) => <Payment order={order} /> },
        ]}
      />
      {deletion.dialog}
    </>
  );
}

interface ActionsProps {
  order: Order;
  /** The demo has the specified purchase page (docs/decisions/0029). */
  isDemo: boolean;
  onDelete: () => void;
}

const Actions = ({ order, isDemo, onDelete }: ActionsProps) =>
  order.paid ? (
    <div className="flex flex-wrap gap-2">
      {hasTracking(order) && <TrackingLink order={order} asButton />}
      {isDemo ? (
        <AppLink
          to={purchasePath(order.toolId)}
          className="btn btn-outline btn-sm"
          aria-label={texts.orderAgainName(order.toolName)}
        >
          {texts.orderAgain}
        </AppLink>
      ) : (
        !isOneOfSeveral(order) && <OrderAgain orders={[order]} small />
      )}
      <ReceiptLink order={order} />
    </div>
  ) : (
    <Button
      variant="outline"
      small
      aria-label={texts.deleteOrder(orderName(order))}
      onClick={onDelete}
    >
      {texts.delete}
    </Button>
  );

function Payment({ order }: { order: Order }) {
  if (!order.paid)
    return (
      <div className="order-to-pay flex flex-wrap items-center gap-x-3 gap-y-2">
        <AppLink
          to={order.purchaseId ? placedPurchasePath(order.purchaseId) : paymentPath(order._id)}
          className="btn btn-primary btn-sm px-5"
          aria-label={texts.payFor(orderName(order))}
        >
          {texts.pay}
        </AppLink>
        <OrderBadge order={order} />
        {order.expiresAt && (
          <p className="w-full text-sm text-quiet">
            {texts.reservedUntil(<Deadline at={order.expiresAt} />)}
          </p>
        )}
      </div>
    );
  return (
    <>
      <OrderBadge order={order} />
      {order.arrival && <p className="row-note">{arrivesText(order.createdAt, order.arrival)}</p>}
      <p className="row-note">
        {texts.transactionId}{" "}
        <span className="only-wide">
          <LongId id={order.transactionId ?? ""} />
        </span>
        <span className="only-narrow">
          <ShortId id={order.transactionId ?? ""} />
        </span>
      </p>
      <PartRefunded order={order} className="mt-1.5 text-sm" />
      {order.refundBegunAt && <p className="mt-1.5 text-sm text-quiet">{texts.bankMayTake}</p>}
    </>
  );
}

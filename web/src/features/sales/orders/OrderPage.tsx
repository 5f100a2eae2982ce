import "./order-page.css";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { useParams } from "react-router";
import type { Order, OrderForOwner } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { PAYMENT_METHODS } from "../../../api/payment-methods.ts";
import { hasPurchase, isOneOfSeveral } from "../../../api/purchase.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { emailLink } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { formatDate } from "../../../date.ts";
import { formatPrice } from "../../../money.ts";
import { customerPath, packingSlipPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ChangeDelivery } from "../../../ui/ChangeDelivery.tsx";
import { DateText, Deadline } from "../../../ui/DateText.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { NotesForm } from "../../../ui/NotesForm.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { report } from "../../../ui/report.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { PartRefunded } from "../PartRefunded.tsx";
import { hasTracking, TrackingLink } from "../TrackingLink.tsx";
import { FailedRefunds } from "./FailedRefunds.tsx";
import { OrderActions } from "./OrderActions.tsx";
import { OrderTimeline } from "./OrderTimeline.tsx";
import { texts } from "./order-page.texts.en.tsx";
import { PurchaseOfOrder } from "./PurchaseOfOrder.tsx";
import { orderForOwnerQuery, useSaveNotes } from "./queries.ts";
import { ReceiptLink } from "./ReceiptLink.tsx";
import { RecordPayment } from "./RecordPayment.tsx";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";
import { useRefundDialog } from "./use-refund.tsx";
import { useShipping } from "./use-shipping.ts";
import { useTrackingDialog } from "./use-tracking.tsx";

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** One order with everything that the owner knows about it. */
export default function OrderPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(orderForOwnerQuery(id));
  const title =
    data && !isNotFound(error) ? texts.orderNumbered(orderNumber(data.order)) : texts.order;

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <BackLink to={paths.manageOrders} className="mb-6 print:hidden">
        {texts.manageOrders}
      </BackLink>
      <h1 className="flex flex-wrap items-baseline gap-x-4 text-title">
        {title}
        {data && (
          <span className="font-sans text-base tracking-normal text-quiet">
            <DateText at={data.order.createdAt} />
          </span>
        )}
      </h1>
      {isNotFound(error) ? (
        <div className="mt-8">
          <EmptyState
            title={texts.notFound}
            action={
              <AppLink to={paths.manageOrders} className="btn btn-primary">
                {texts.manageOrders}
              </AppLink>
            }
          >
            {texts.notFoundHint}
          </EmptyState>
        </div>
      ) : data ? (
        <OrderForOwnerView key={id} data={data} />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </>
  );
}

function OrderForOwnerView({ data }: { data: OrderForOwner }) {
  const shipping = useShipping();
  const order = shipping.shown(data.order);
  const deletion = useDeleteOrderDialog("admin");
  const refund = useRefundDialog([order]);
  const isAdmin = useRole().data === "admin";
  const tracking = useTrackingDialog();
  const sendsEmail = useSendsEmail();
  const isOwed = data.refunds.some(({ state }) => state === "waits");
  // What can be done with the order, in this order.
  const actions = [
    !order.paid && <RecordPayment key="record" order={order} />,
    <OrderActions
      key="state"
      order={order}
      shipping={shipping}
      onDelete={deletion.ask}
      onRefund={refund.ask}
      onTrack={tracking.ask}
    />,
    <AppLink
      key="slip"
      to={packingSlipPath(order._id)}
      className="btn btn-outline btn-sm"
      aria-label={texts.packingSlipOf(orderName(order))}
    >
      {texts.packingSlip}
    </AppLink>,
    order.paid && <ReceiptLink key="receipt" order={order} />,
  ];

  return (
    <>
      <section
        aria-label={texts.state}
        className={`order-state ${needsOwner(order) || isOwed ? "is-next" : ""}`}
      >
        <div className="order-actions">
          <p>{nextStep(order, sendsEmail, isOwed)}</p>
          {actions}
        </div>
        <FailedRefunds order={order} refunds={data.refunds} isAdmin={isAdmin} />
      </section>
      <div className="order-columns">
        <div>
          <Section title={texts.tool}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="text-lead wrap-anywhere" dir="auto">
                {order.orderQuantity} × {order.toolName}
              </span>
              <span className="figures text-quiet">
                {texts.priceOfOne(formatPrice(order.price))}
              </span>
              <strong className="figures ml-auto font-display text-2xl font-medium">
                {formatPrice(order.subtotal ?? order.totalPrice)}
              </strong>
            </p>
            <PartRefunded order={order} className="mt-1 text-right" />
          </Section>
          {hasPurchase(order) && (
            <Section title={isOneOfSeveral(order) ? texts.paidTogether : texts.sum}>
              <PurchaseOfOrder order={order} onRefund={isAdmin ? refund.ask : undefined} />
            </Section>
          )}
          <Section title={texts.timeline}>
            <OrderTimeline data={{ ...data, order }} />
          </Section>
          <Section title={texts.notes}>
            <Notes orderId={order._id} saved={data.notes} />
          </Section>
        </div>
        <OrderFacts order={order} data={data} />
      </div>
      {deletion.dialog}
      {refund.dialog}
      {tracking.dialog}
    </>
  );
}

const needsOwner = ({ status, disputedAt }: Order) => status === "pending" || disputedAt;

/** Where the order stands, and what comes next. */
function nextStep(order: Order, sendsEmail: boolean, isOwed: boolean): ReactNode {
  const { paid, status, expiresAt, disputedAt, refundBegunAt, refundedAt } = order;
  if (refundBegunAt && isOwed) return texts.refundCameBack;
  if (refundBegunAt) return refundedAt ? texts.refunded : texts.refundUnconfirmed;
  if (!paid)
    return expiresAt ? texts.waitsUntil(<Deadline at={expiresAt} />) : texts.waitsForPayment;
  if (disputedAt) return texts.disputed;
  if (status !== "pending") return texts.shipped;
  if (!swapped(order).address) return texts.paidWithoutAddress;
  return sendsEmail ? texts.paidAndSendsEmail : texts.paid;
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-rule pt-5 not-first:mt-8">
    <h2 className="mb-3 text-heading">{title}</h2>
    {children}
  </section>
);

/** Where it goes, who bought it and how it was paid. */
function OrderFacts({ order, data }: { order: Order; data: OrderForOwner }) {
  const isAdmin = useRole().data === "admin";
  const { address, phone } = swapped(order);
  const lines = [order.customerName, address, phone].filter(Boolean);
  return (
    <aside aria-label={texts.facts}>
      <Section title={texts.shipTo}>
        <p className="wrap-anywhere" dir="auto">
          {order.customerName}
        </p>
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {address || <span className="text-warning">{texts.noAddress}</span>}
        </p>
        <p>{phone}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {address && (
            <Button
              variant="outline"
              small
              aria-label={texts.copyAddress}
              onClick={() =>
                void report(navigator.clipboard.writeText(lines.join("\n")), texts.addressCopied, {
                  buttonStays: true,
                })
              }
            >
              {texts.copy}
            </Button>
          )}
          <ChangeDelivery order={order} />
        </div>
        {hasTracking(order) && (
          <p className="mt-3">{texts.tracking(<TrackingLink order={order} />)}</p>
        )}
      </Section>
      <Section title={texts.customer}>
        <p className="wrap-anywhere">
          <a href={emailLink(order.customerEmail)} className="underline underline-offset-4">
            <Email address={order.customerEmail} />
          </a>
        </p>
        {isAdmin && (
          <AppLink
            to={customerPath(data.customerId)}
            className="inline-block py-1 underline underline-offset-4"
          >
            {texts.aboutCustomer}
          </AppLink>
        )}
      </Section>
      {data.recordedPayment && (
        <Section title={texts.payment}>
          <RecordedPayment payment={data.recordedPayment} />
        </Section>
      )}
      <Section title={texts.reference}>
        <dl className="grid gap-2 text-sm">
          {order.transactionId && (
            <div>
              <dt className="text-quiet">{texts.payment}</dt>
              <dd>
                <LongId id={order.transactionId} />
              </dd>
            </div>
          )}
          <div>
            <dt className="text-quiet">{texts.order}</dt>
            <dd>
              <LongId id={order._id} />
            </dd>
          </div>
        </dl>
      </Section>
    </aside>
  );
}

/** Shows a recorded payment. The changes of the order say who recorded it. */
function RecordedPayment({
  payment: { method, receivedOn, reference, refundMethod, refundNote },
}: {
  payment: NonNullable<OrderForOwner["recordedPayment"]>;
}) {
  const rows = [
    [texts.paidBy, PAYMENT_METHODS[method]],
    // The day at noon UTC is the same in every zone of the Americas and Europe.
    [texts.receivedOn, formatDate(`${receivedOn}T12:00:00Z`)],
    [texts.reference, reference],
    [texts.refundedBy, refundMethod && PAYMENT_METHODS[refundMethod]],
    [texts.note, refundNote],
  ].filter(([, text]) => text);
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
      {rows.map(([title, text]) => (
        <Fragment key={title}>
          <dt className="text-quiet">{title}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {text}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Notes({ orderId, saved }: { orderId: string; saved: string }) {
  const saving = useSaveNotes(orderId);
  return <NotesForm of={orderId} saved={saved} saving={saving} />;
}

import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { useParams } from "react-router";
import type { Order, OrderForOwner } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { PAYMENT_METHODS } from "../../../api/payment-methods.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { formatDate, formatTime } from "../../../date.ts";
import { formatPrice } from "../../../money.ts";
import { customerPath, packingSlipPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { NotesForm } from "../../../ui/NotesForm.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { OrderActions } from "./OrderActions.tsx";
import { OrderDetails } from "./OrderDetails.tsx";
import { PartRefunded } from "./PartRefunded.tsx";
import { orderForOwnerQuery, useSaveNotes } from "./queries.ts";
import { ReceiptLink } from "./ReceiptLink.tsx";
import { RecordPayment } from "./RecordPayment.tsx";
import { useDeleteOrderDialog } from "./use-order-deletion.tsx";
import { useRefundDialog } from "./use-refund.tsx";
import { useShipping } from "./use-shipping.ts";

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** One order with everything that the owner knows about it. */
export default function OrderPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(orderForOwnerQuery(id));
  const title = data && !isNotFound(error) ? `Order ${orderNumber(data.order)}` : "Order";

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <BackLink to={paths.manageOrders} className="mb-6 print:hidden">
        Manage Orders
      </BackLink>
      <h1 className="figures text-title">{title}</h1>
      {isNotFound(error) ? (
        <div className="mt-8">
          <EmptyState
            title="Order not found"
            action={
              <AppLink to={paths.manageOrders} className="btn btn-primary">
                Manage Orders
              </AppLink>
            }
          >
            It has been deleted, or the link is wrong.
          </EmptyState>
        </div>
      ) : data ? (
        <OrderForOwnerView key={id} data={data} />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label="Loading the order" />
      )}
    </>
  );
}

function OrderForOwnerView({ data }: { data: OrderForOwner }) {
  const isAdmin = useRole().data === "admin";
  const shipping = useShipping();
  const order = shipping.shown(data.order);
  const deletion = useDeleteOrderDialog("admin");
  const refund = useRefundDialog([order]);

  return (
    <>
      <p className="mt-3 text-lead wrap-anywhere" dir="auto">
        {order.orderQuantity} × {order.toolName}
      </p>
      <p className="figures font-display text-3xl">{formatPrice(order.totalPrice)}</p>
      <PartRefunded order={order} className="mt-1" />
      <p className="mt-2 flex flex-wrap gap-x-3 text-quiet wrap-anywhere">
        <span dir="auto">{order.customerName}</span>
        <Email address={order.customerEmail} />
        {isAdmin && (
          <AppLink to={customerPath(data.customerId)} className="underline underline-offset-4">
            About this customer
          </AppLink>
        )}
      </p>
      <EnteredBy audit={data.audit} />
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        {!order.paid && <RecordPayment order={order} />}
        <OrderActions
          order={order}
          shipping={shipping}
          onDelete={() => deletion.ask(order)}
          onRefund={() => refund.ask(order)}
        />
        <Papers order={order} />
      </div>
      <Section title="Progress">
        <OrderDetails order={order} reader="admin" />
      </Section>
      {data.recordedPayment && (
        <Section title="Payment">
          <RecordedPayment payment={data.recordedPayment} />
        </Section>
      )}
      {data.refunds.length > 0 && (
        <Section title="Partial refunds">
          <RefundList refunds={data.refunds} />
        </Section>
      )}
      <Section title="Notes">
        <Notes orderId={order._id} saved={data.notes} />
      </Section>
      <Section title="E-mails">
        <EmailList emails={data.emails} />
      </Section>
      <Section title="Changes">
        <AuditList entries={data.audit} />
      </Section>
      {deletion.dialog}
      {refund.dialog}
    </>
  );
}

function EnteredBy({ audit }: Pick<OrderForOwner, "audit">) {
  const entry = audit.find(({ action }) => action === "enter_order");
  if (!entry) return null;
  return (
    <p className="mt-1 text-quiet">
      Entered by <span dir="auto">{entry.by ?? "a deleted account"}</span> for the customer
    </p>
  );
}

/** Who recorded it is among the changes. */
function RecordedPayment({
  payment: { method, receivedOn, reference, refundMethod, refundNote },
}: {
  payment: NonNullable<OrderForOwner["recordedPayment"]>;
}) {
  const rows = [
    ["Paid by", PAYMENT_METHODS[method]],
    // At noon it is the same day in every zone of the Americas and Europe.
    ["Received on", formatDate(`${receivedOn}T12:00:00Z`)],
    ["Reference", reference],
    ["Refunded by", refundMethod && PAYMENT_METHODS[refundMethod]],
    ["Note", refundNote],
  ].filter(([, text]) => text);
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
      {rows.map(([title, text]) => (
        <Fragment key={title}>
          <dt className="text-quiet">{title}</dt>
          <dd className="figures wrap-anywhere" dir="auto">
            {text}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const Papers = ({ order }: { order: Order }) => (
  <p className="flex flex-wrap gap-2">
    <AppLink
      to={packingSlipPath(order._id)}
      className="btn btn-outline btn-sm"
      aria-label={`Packing slip of ${orderName(order)}`}
    >
      Packing slip
    </AppLink>
    {order.paid && <ReceiptLink order={order} />}
  </p>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10 border-t border-rule pt-6">
    <h2 className="mb-4 text-heading">{title}</h2>
    {children}
  </section>
);

function Notes({ orderId, saved }: { orderId: string; saved: string }) {
  const saving = useSaveNotes(orderId);
  return <NotesForm of={orderId} saved={saved} saving={saving} />;
}

const REFUND_STATES: Record<string, string> = {
  due: "is on its way to the card provider",
  done: "refunded",
  refused: "refused by the card provider",
};

const RefundList = ({ refunds }: { refunds: OrderForOwner["refunds"] }) => (
  <EntryList
    entries={refunds.map(({ amount, reason, state, error, at }) => ({
      key: at,
      title: `${formatPrice(amount)} ${REFUND_STATES[state] ?? state}`,
      detail: error ? `${reason} · ${error}` : reason,
      at,
    }))}
  />
);

const EMAIL_STATES: Record<string, string> = {
  queued: "Waiting to be sent",
  sent: "Sent",
  failed: "Could not be delivered",
};

const EmailList = ({ emails }: { emails: OrderForOwner["emails"] }) =>
  emails.length === 0 ? (
    <p className="text-quiet">No e-mails in the last week.</p>
  ) : (
    <>
      <EntryList
        entries={emails.map(({ kind, subject, recipient, state, createdAt }) => ({
          key: `${kind} ${createdAt}`,
          title: subject,
          detail: `${EMAIL_STATES[state] ?? state}, to ${recipient}`,
          at: createdAt,
        }))}
      />
      <p className="mt-3 text-sm text-quiet">Sent e-mails are listed for a week.</p>
    </>
  );

const ACTIONS: Record<string, string> = {
  enter_order: "Entered",
  ship_order: "Shipped",
  record_payment: "Payment recorded",
  refund_order: "Refunded",
  refund_part: "Refunded in part",
  correct_contact: "Address changed",
  change_tracking: "Tracking changed",
  edit_order_notes: "Notes changed",
};

const AuditList = ({ entries }: { entries: OrderForOwner["audit"] }) =>
  entries.length === 0 ? (
    <p className="text-quiet">No one has changed this order.</p>
  ) : (
    <EntryList
      entries={entries.map(({ action, by, at }) => ({
        key: `${action} ${at}`,
        title: ACTIONS[action] ?? action,
        detail: by ? `by ${by}` : "by the shop’s server or a deleted account",
        at,
      }))}
    />
  );

interface Entry {
  key: string;
  title: string;
  detail: string;
  at: string;
}

const EntryList = ({ entries }: { entries: Entry[] }) => (
  <ul className="grid gap-3">
    {entries.map(({ key, title, detail, at }) => (
      <li key={key} className="wrap-anywhere">
        <p className="font-medium">{title}</p>
        <p className="figures text-sm text-quiet">
          <DateText at={at} />, {formatTime(Date.parse(at))} · {detail}
        </p>
      </li>
    ))}
  </ul>
);

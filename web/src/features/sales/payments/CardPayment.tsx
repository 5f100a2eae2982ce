import { Elements } from "@stripe/react-stripe-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { howToPayText } from "../../../api/how-to-pay.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { orderStateName } from "../../../api/order-states.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { useShop } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";
import { formatCount } from "../../../money.ts";
import { receiptPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { FormError, needsLogin } from "../../../ui/FormError.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { Amount, CardForm } from "./CardForm.tsx";
import { cardProviderQuery, orderQuery, paymentSecretQuery, useRecordPayment } from "./queries.ts";

/** Leads from an unpaid order to a paid one. A payment that succeeded is never offered again, whatever happens next. */
export function CardPayment({ order }: { order: Order }) {
  const [transactionId, setTransactionId] = useState<string>();
  const record = useRecordPayment(order);

  const recordPayment = (id: string) => {
    setTransactionId(id);
    record.mutate(id, {
      onSuccess: () => showToast("success", `Congratulation! Your payment is completed. ${id}`),
    });
  };

  if (order.refundBegunAt) return <RefundStatus order={order} />;
  if (transactionId && (record.isSuccess || order.paid))
    return (
      <PaymentResult key="entered" borderClass="border-success">
        <Title>Congratulation! Your payment is completed.</Title>
        <TransactionId id={transactionId} />
        <ThankYou order={order} />
      </PaymentResult>
    );
  if (order.paid)
    return (
      <div className="self-start border-l-2 border-success py-1 pl-5">
        <Title>Paid</Title>
        {order.paymentMethod && (
          <p className="mt-3">We received your payment{IN_SENTENCE[order.paymentMethod]}.</p>
        )}
        {order.transactionId && <TransactionId id={order.transactionId} />}
        <ThankYou order={order} />
      </div>
    );
  if (transactionId)
    return (
      <PaymentResult key={record.isError ? "not entered" : "taken"} borderClass="border-warning">
        <p>
          Your card payment went through. Please do not pay again: the shop is adding it to your
          order …
        </p>
        {record.error && (
          <>
            <div className="my-4 text-error">
              <FormError error={record.error} />
            </div>
            {!needsLogin(record.error) && (
              <Button variant="outline" small onClick={() => recordPayment(transactionId)}>
                Try again
              </Button>
            )}
          </>
        )}
        <TransactionId id={transactionId} />
      </PaymentResult>
    );
  return <Unpaid order={order} onPaid={recordPayment} />;
}

/** Shown instead of the payment once a refund was started. */
function RefundStatus({ order }: { order: Order }) {
  return (
    <div className="self-start border-l-2 border-info py-1 pl-5">
      <Title>{orderStateName(order)}</Title>
      <p className="mt-3">
        {order.paymentMethod
          ? "We have returned all of your payment."
          : `${order.refundedAt ? "All of it went" : "All of it goes"} back to the card you paid with. Your bank may take 5 to 10 days to show it.`}
      </p>
      {order.transactionId && <TransactionId id={order.transactionId} />}
    </div>
  );
}

/** What happens next. */
function ThankYou({ order }: { order: Order }) {
  const { data: config } = useQuery(configQuery);
  const address = swapped(order).address.trim();
  const goods = `${formatCount(order.orderQuantity)} × ${order.toolName}`;
  return (
    <>
      <p className="figures mt-5 wrap-anywhere" dir="auto">
        {order.shippedAt ? (
          <>
            We shipped {goods} on <DateText at={order.shippedAt} />.
          </>
        ) : (
          `Thank you! We will pack ${goods} and ship it${address && ` to ${address}`}.`
        )}
      </p>
      {config?.sendsEmail && !order.shippedAt && (
        <p className="mt-3 text-quiet wrap-anywhere">
          We e-mail your confirmation to {order.customerEmail}, and write again when it ships.
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        <AppLink to={paths.tools} className="btn btn-primary">
          Continue shopping
        </AppLink>
        <AppLink to={receiptPath(order._id)} className="btn btn-outline">
          Receipt
        </AppLink>
      </p>
    </>
  );
}

interface PaymentResultProps {
  borderClass: string;
  children: ReactNode;
}

/** The result of a payment. It takes the focus from the form that it replaces. */
const PaymentResult = ({ borderClass, children }: PaymentResultProps) => (
  <div
    ref={focusOnce}
    tabIndex={-1}
    role="status"
    className={`self-start border-l-2 py-1 pl-5 ${borderClass}`}
  >
    {children}
  </div>
);

const focusOnce = (element: HTMLElement | null) => element?.focus();

const Title = ({ children }: { children: string }) => (
  <p className="font-display text-heading leading-tight">{children}</p>
);

const TransactionId = ({ id }: { id: string }) => (
  <p className="mt-3 text-quiet">
    Transaction id{" "}
    <span className="font-medium text-base-content">
      <LongId id={id} />
    </span>
  </p>
);

/** In place of the card form, while the shop takes no cards. */
function NoCardPayments({ order }: { order: Order }) {
  const shop = useShop();
  return (
    <>
      <Amount order={order} />
      <div className="border-l-2 border-info py-1 pl-5">
        <Title>How to pay</Title>
        <p className="mt-3 whitespace-pre-line wrap-anywhere">{howToPayText(shop)}</p>
        <p className="mt-3 text-quiet">
          Please name your order: {orderNumber(order)}. It stays reserved until then.
        </p>
      </div>
    </>
  );
}

function Unpaid({ order, onPaid }: { order: Order; onPaid: (transactionId: string) => void }) {
  const queryClient = useQueryClient();
  const config = useQuery(configQuery);
  const { stripeJs, stripePublishableKey } = config.data ?? {};
  const payable = Boolean(stripeJs && stripePublishableKey);
  const provider = useQuery({
    ...cardProviderQuery(stripeJs ?? "", stripePublishableKey ?? ""),
    enabled: payable,
  });
  const secret = useQuery({ ...paymentSecretQuery(order), enabled: payable });

  if (config.error) return <LoadError error={config.error} onRetry={() => void config.refetch()} />;
  if (config.data && !payable) return <NoCardPayments order={order} />;

  if (secret.error)
    return (
      <LoadError
        error={secret.error}
        onRetry={() => {
          // The usual cause is that the order has changed since the page was loaded.
          void queryClient.invalidateQueries(orderQuery(order._id));
          void secret.refetch();
        }}
      />
    );
  if (provider.error)
    return (
      <div
        role="alert"
        className="flex flex-col items-start gap-4 self-start border-l-2 border-error py-2 pl-5"
      >
        <p>
          The card form did not load. A browser extension may block it. Your order stays reserved.
        </p>
        <Button variant="outline" small onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    );
  return (
    <div>
      <h2 className="text-heading">Your card</h2>
      <Elements stripe={provider.data ?? null}>
        <CardForm
          order={order}
          clientSecret={secret.data}
          onPaid={onPaid}
          onCanceled={async () => {
            // Replaces this form if the order was deleted or paid.
            const current = orderQuery(order._id);
            await queryClient.refetchQueries(current);
            if (queryClient.getQueryState(current.queryKey)?.error) return false;
            const { data } = await secret.refetch();
            return data !== undefined && data !== secret.data;
          }}
        />
      </Elements>
    </div>
  );
}

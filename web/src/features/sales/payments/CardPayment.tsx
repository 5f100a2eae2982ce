import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import type { Order } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { orderStateName } from "../../../api/order-states.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { hasPurchase, purchaseIdOf, purchaseQuery } from "../../../api/purchase.ts";
import { useShop } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";
import { formatCount } from "../../../money.ts";
import { receiptPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { arrivalText } from "../arrival.ts";
import { OrderAgain } from "../OrderAgain.tsx";
import { CardSection } from "./CardSection.tsx";
import { PaymentResult, PaymentTaken, Title, TransactionId } from "./PaymentResult.tsx";
import { texts } from "./payment-page.texts.en.tsx";
import { orderQuery, paymentSecretQuery, useRecordPayment } from "./queries.ts";
import { isNotPaid, type PaidBefore } from "./use-return-from-bank.ts";

/** Leads from an unpaid order to a paid one. A payment that succeeded is never offered again, whatever happens next. */
export function CardPayment({ order }: { order: Order }) {
  const { state } = useLocation();
  const before = (state ?? {}) as PaidBefore;
  const [transactionId, setTransactionId] = useState(before.transactionId);
  const record = useRecordPayment(order);

  const recordPayment = (id: string) => {
    setTransactionId(id);
    record.mutate(id, {
      onSuccess: () => showToast("success", texts.completedBy(id)),
      // The address of this page may say that a payment succeeded. The shop knows better.
      onError: (error) => {
        if (before.isBack && isNotPaid(error)) setTransactionId(undefined);
      },
    });
  };
  const recordFirst = useEffectEvent(() => {
    if (before.transactionId && !order.paid) recordPayment(before.transactionId);
  });
  useEffect(() => recordFirst(), []);

  if (order.refundBegunAt) return <RefundStatus order={order} />;
  if (transactionId && (record.isSuccess || order.paid))
    return (
      <PaymentResult key="entered">
        <Title>{texts.completed}</Title>
        <ThankYou order={order} />
        <TransactionId id={transactionId} />
      </PaymentResult>
    );
  if (order.paid)
    return (
      <div className="self-start border-l-2 border-success py-1 pl-5">
        <Title>{texts.paid}</Title>
        {order.paymentMethod && (
          <p className="mt-3">{texts.received(IN_SENTENCE[order.paymentMethod])}</p>
        )}
        <ThankYou order={order} />
        {order.transactionId && <TransactionId id={order.transactionId} />}
      </div>
    );
  if (transactionId)
    return (
      <PaymentTaken
        transactionId={transactionId}
        error={record.error}
        onRetry={() => recordPayment(transactionId)}
      />
    );
  return (
    <CardSection
      payable={{
        ...{ ...order, total: order.totalPrice },
        ...(order.expiresAt && { heldUntil: order.expiresAt }),
      }}
      secretQuery={paymentSecretQuery(order)}
      payableKey={orderQuery(order._id).queryKey}
      onPaid={recordPayment}
    />
  );
}

/** Shown instead of the payment once a refund was started. */
function RefundStatus({ order }: { order: Order }) {
  const { data: purchase } = useQuery({
    ...purchaseQuery(purchaseIdOf(order)),
    enabled: !order.refundedAt,
  });
  const cameBack = purchase?.refunds.some(({ waits }) => waits);
  const toCard = order.refundedAt ? texts.refundedToCard : texts.refundingToCard;
  return (
    <div className="self-start border-l-2 border-info py-1 pl-5">
      <Title>{orderStateName(order)}</Title>
      <p className="mt-3">
        {cameBack ? texts.refundCameBack : order.paymentMethod ? texts.refunded : toCard}
      </p>
      {order.transactionId && <TransactionId id={order.transactionId} />}
    </div>
  );
}

/** What happens next. */
function ThankYou({ order }: { order: Order }) {
  const { data: config } = useQuery(configQuery);
  const { data: purchase } = useQuery({
    ...purchaseQuery(purchaseIdOf(order)),
    enabled: hasPurchase(order),
  });
  const shop = useShop();
  const arrival = purchase && arrivalText(purchase, shop.address);
  const address = swapped(order).address.trim();
  const goods = `${formatCount(order.orderQuantity)} × ${order.toolName}`;
  return (
    <>
      {arrival && !order.shippedAt && (
        <p className="parcel-arrival mt-3 wrap-anywhere" dir="auto">
          {arrival}
        </p>
      )}
      <p className="mt-5 wrap-anywhere" dir="auto">
        {order.shippedAt
          ? texts.shipped(goods, <DateText at={order.shippedAt} />)
          : address
            ? texts.packedFor(goods, address)
            : texts.packed(goods)}
      </p>
      {config?.sendsEmail && !order.shippedAt && (
        <p className="mt-3 text-quiet wrap-anywhere">{texts.confirmation(order.customerEmail)}</p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <AppLink to={paths.tools} className="btn btn-outline">
          {texts.continueShopping}
        </AppLink>
        {config?.demo === false && <OrderAgain orders={[order]} />}
        <AppLink to={receiptPath(order._id)} className="btn btn-outline">
          {texts.receipt}
        </AppLink>
      </div>
    </>
  );
}

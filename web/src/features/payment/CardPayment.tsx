import { Elements } from "@stripe/react-stripe-js";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "../../api/client.ts";
import { sentence } from "../../api/refusals.ts";
import { Button } from "../../ui/Button.tsx";
import { Trouble } from "../../ui/Trouble.tsx";
import { showToast } from "../../ui/toast.tsx";
import { CardForm } from "./CardForm.tsx";
import { cardProviderQuery, configQuery, paymentSecretQuery, useRecordPayment } from "./queries.ts";

/** From an unpaid order to a paid one. What the card provider has taken is never asked for again, whatever happens after. */
export function CardPayment({ order }: { order: Order }) {
  const [transactionId, setTransactionId] = useState<string>();
  const record = useRecordPayment(order);

  const tellTheShop = (id: string) => {
    setTransactionId(id);
    record.mutate(id, {
      onSuccess: () => showToast("success", `Congratulation! Your payment is completed. ${id}`),
    });
  };

  if (record.isSuccess && transactionId)
    return (
      <div role="status" className="self-start border-l-2 border-success py-1 pl-5">
        <p className="font-display text-heading leading-tight">
          Congratulation! Your payment is completed.
        </p>
        <TransactionId id={transactionId} />
      </div>
    );
  if (order.paid)
    return (
      <div className="self-start border-l-2 border-success py-1 pl-5">
        <p className="font-display text-heading leading-tight">Paid</p>
        {order.transactionId && <TransactionId id={order.transactionId} />}
      </div>
    );
  if (transactionId)
    return (
      <div role="status" className="self-start border-l-2 border-warning py-1 pl-5">
        <p>Your card payment went through. We are entering it into your order …</p>
        <TransactionId id={transactionId} />
        {record.error && (
          <>
            <p className="my-4 text-error">{sentence(record.error)} You need not pay again.</p>
            <Button
              look="outline"
              small
              busy={record.isPending}
              onClick={() => tellTheShop(transactionId)}
            >
              Try again
            </Button>
          </>
        )}
      </div>
    );
  return <Unpaid order={order} onPaid={tellTheShop} />;
}

const TransactionId = ({ id }: { id: string }) => (
  <p className="mt-3 text-quiet">
    Transaction id <span className="font-medium text-base-content wrap-anywhere">{id}</span>
  </p>
);

function Unpaid({ order, onPaid }: { order: Order; onPaid: (transactionId: string) => void }) {
  const config = useQuery(configQuery);
  const { stripeJs, stripePublishableKey } = config.data ?? {};
  const payable = Boolean(stripeJs && stripePublishableKey);
  const provider = useQuery({
    ...cardProviderQuery(stripeJs ?? "", stripePublishableKey ?? ""),
    enabled: payable,
  });
  const secret = useQuery({ ...paymentSecretQuery(order), enabled: payable });

  if (config.error) return <Trouble error={config.error} onRetry={() => void config.refetch()} />;
  if (config.data && !payable)
    return (
      <p className="self-start border-l-2 border-warning py-1 pl-5">
        The shop takes no card payments at the moment. Your order is kept.
      </p>
    );
  return (
    <div>
      <h2 className="text-heading">Your card</h2>
      <Elements stripe={provider.data ?? null}>
        <CardForm order={order} clientSecret={secret.data} onPaid={onPaid} />
      </Elements>
      {secret.error && <Trouble error={secret.error} onRetry={() => void secret.refetch()} />}
      {provider.error && (
        <div
          role="alert"
          className="flex flex-col items-start gap-4 border-l-2 border-error py-2 pl-5"
        >
          <p>The card form did not load. Something may block it; your order is kept.</p>
          <Button look="outline" small onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </div>
      )}
    </div>
  );
}

import { Elements } from "@stripe/react-stripe-js";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { ApiError } from "../../../api/errors.ts";
import { howToPayText } from "../../../api/how-to-pay.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { useShop } from "../../../api/shop.ts";
import { Button } from "../../../ui/Button.tsx";
import { Deadline } from "../../../ui/DateText.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useCardProvider } from "../use-card-provider.ts";
import type { CardChoice } from "../use-place-purchase.ts";
import { Amount, CardForm, type Payable } from "./CardForm.tsx";
import { texts } from "./card.texts.en.tsx";
import { PaymentWallet } from "./PaymentWallet.tsx";
import type { purchaseSecretQuery } from "./queries.ts";
import { useProblemBefore } from "./use-return-from-bank.ts";

interface CardSectionProps {
  payable: Payable;
  /** The client secret of the payment. */
  secretQuery: ReturnType<typeof purchaseSecretQuery>;
  /** The query of what is paid. */
  payableKey: QueryKey;
  /** Asks for the client secret of a payment with a saved card, or a card to save. */
  askSecret?: ((card: CardChoice) => Promise<string>) | undefined;
  /** The address of this page without secrets. */
  returnPath?: string;
  onPaid: (transactionId: string) => void;
}

/** Pays by card, or says how to pay while the shop takes no cards. */
export function CardSection({
  payable,
  secretQuery,
  payableKey,
  askSecret,
  returnPath = window.location.pathname,
  onPaid,
}: CardSectionProps) {
  const queryClient = useQueryClient();
  const { config, takesCards, provider } = useCardProvider();
  const problemBefore = useProblemBefore();
  const secret = useQuery({ ...secretQuery, enabled: takesCards });
  // The payment may arrive after the page was read, or the order may end. Then another page is in place of this.
  const { status = 0, code = "" } = secret.error instanceof ApiError ? secret.error : {};
  const isPaid = code === "already_paid" || code === "refunded";
  const hasChanged = [401, 404, 409].includes(status);
  const readAgain = useEffectEvent(() => queryClient.invalidateQueries({ queryKey: payableKey }));
  useEffect(() => {
    if (hasChanged) void readAgain();
  }, [hasChanged]);

  const onCanceled = async () => {
    // Replaces this form if the order was deleted or paid.
    await queryClient.refetchQueries({ queryKey: payableKey });
    if (queryClient.getQueryState(payableKey)?.error) return false;
    const { data } = await secret.refetch();
    return data !== undefined && data !== secret.data;
  };

  if (config.error) return <LoadError error={config.error} onRetry={() => void config.refetch()} />;
  if (config.data && !takesCards) return <NoCardPayments payable={payable} />;

  if (isPaid) return <Spinner label={texts.loadingOrder} />;
  if (secret.error)
    return (
      <LoadError
        error={secret.error}
        onRetry={() => {
          // The usual cause is that the order has changed since the page was loaded.
          void queryClient.invalidateQueries({ queryKey: payableKey });
          void secret.refetch();
        }}
      />
    );
  if (provider.error) return <NoCardForm>{texts.staysReserved}</NoCardForm>;
  return (
    <div>
      {problemBefore && (
        <p role="alert" className="mb-4 border-l-2 border-error py-1 pl-5">
          {problemBefore}
        </p>
      )}
      <PaymentWallet
        onCanceled={onCanceled}
        returnPath={returnPath}
        stripe={provider.data ?? null}
        payable={payable}
        clientSecret={secret.data}
        onPaid={onPaid}
      />
      <h2 className="text-xl">{texts.yourCard}</h2>
      <Elements stripe={provider.data ?? null}>
        <CardForm
          payable={payable}
          clientSecret={secret.data}
          askSecret={askSecret}
          returnPath={returnPath}
          onPaid={onPaid}
          onCanceled={onCanceled}
        />
      </Elements>
    </div>
  );
}

/** Stands in place of the card form if the script did not load. */
export const NoCardForm = ({ children }: { children?: ReactNode }) => (
  <div
    role="alert"
    className="flex flex-col items-start gap-4 self-start border-l-2 border-error py-2 pl-5"
  >
    <p>
      {texts.formFailed} {children}
    </p>
    <Button variant="outline" small onClick={() => window.location.reload()}>
      {texts.reload}
    </Button>
  </div>
);

/** Stands in place of the card form while the shop takes no cards. */
function NoCardPayments({ payable }: { payable: Payable }) {
  const shop = useShop();
  return (
    <>
      <Amount dollars={payable.total} />
      <div className="border-l-2 border-info py-1 pl-5">
        <h2 className="text-xl">{texts.howToPay}</h2>
        <p className="mt-3 whitespace-pre-line wrap-anywhere">{howToPayText(shop)}</p>
        <p className="mt-3">
          {shop.howToPay
            ? texts.writeNumber(orderNumber(payable))
            : texts.numberIs(orderNumber(payable))}{" "}
          {payable.heldUntil
            ? texts.heldUntil(<Deadline at={payable.heldUntil} />)
            : texts.heldUntilPaid}
        </p>
      </div>
    </>
  );
}

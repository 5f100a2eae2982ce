import { useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeExpressCheckoutElementConfirmEvent } from "@stripe/stripe-js";
import { useState } from "react";
import { orderNumber } from "../../../api/order-name.ts";
import { toCents } from "../../../money.ts";
import { texts as problemTexts } from "../card-problem.texts.en.ts";
import { CardProblem } from "../card-problem.ts";
import { confirmPayment, submitElements } from "../confirm-payment.ts";
import { WalletButtons, Wallets } from "../WalletButtons.tsx";
import type { Payable } from "./CardForm.tsx";
import { texts } from "./card.texts.en.tsx";

interface PaymentWalletProps {
  stripe: Stripe | null;
  payable: Payable;
  clientSecret: string | undefined;
  /** Where the bank's own page leads back to. */
  returnPath: string;
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled. Reads the order again, and resolves to whether it has a new payment. */
  onCanceled: () => Promise<boolean>;
}

/** Pays with a wallet what was ordered already. Its address is known. */
export const PaymentWallet = ({ stripe, ...props }: PaymentWalletProps) => (
  <Wallets stripe={stripe} cents={toCents(props.payable.total)}>
    <Buttons {...props} />
  </Wallets>
);

function Buttons({
  payable,
  clientSecret,
  returnPath,
  onPaid,
  onCanceled,
}: Omit<PaymentWalletProps, "stripe">) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string>();

  const pay = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    try {
      if (!stripe || !elements || !clientSecret) throw new CardProblem(problemTexts.away);
      await submitElements(elements);
      onPaid(await confirmPayment(stripe, elements, clientSecret, returnPath));
    } catch (error) {
      if (!(error instanceof CardProblem)) throw error;
      paymentFailed({ reason: "fail", message: error.message });
      const isNew = error.isCanceled && (await onCanceled());
      setProblem(isNew ? problemTexts.restarted : error.message);
    }
  };

  return (
    <WalletButtons
      problem={problem}
      or={texts.orByCard}
      onClick={({ resolve }) => {
        setProblem(undefined);
        const amount = toCents(payable.total);
        resolve({ lineItems: [{ name: texts.order(orderNumber(payable)), amount }] });
      }}
      onConfirm={(event) => void pay(event)}
    />
  );
}

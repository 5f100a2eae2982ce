import "./payments.css";
import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { useCardStyle } from "./use-card-style.ts";

interface CardFormProps {
  order: Order;
  clientSecret: string | undefined;
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled. Reads the order again, and resolves to whether it has a new payment. */
  onCanceled: () => Promise<boolean>;
}

export function CardForm({ order, clientSecret, onPaid, onCanceled }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const style = useCardStyle();
  const [error, setError] = useState<string>();
  const [paying, setPaying] = useState(false);

  const ready = stripe !== null && clientSecret !== undefined;
  const form = useRef<HTMLFormElement>(null);

  /** Handles a payment that succeeded or is processing. Returns false if the customer still has to act. */
  const recordIfPaid = (intent: Pick<PaymentIntent, "id" | "status"> | undefined): boolean => {
    if (intent?.status === "succeeded") onPaid(intent.id);
    else if (intent?.status === "processing") setError(PROCESSING);
    else return false;
    return true;
  };

  // The order may have been paid before a reload, without the shop knowing yet.
  const recordEarlierPayment = useEffectEvent(recordIfPaid);
  useEffect(() => {
    if (!stripe || !clientSecret) return;
    let isUnmounted = false;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => !isUnmounted && recordEarlierPayment(paymentIntent),
      () => {}, // Paying says so when the provider is away.
    );
    return () => {
      isUnmounted = true;
    };
  }, [stripe, clientSecret]);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    // Pressing Enter in the card's iframe submits the form, whatever the state of the button.
    if (paying || !stripe || !card || !clientSecret) return;
    setPaying(true);
    setError(undefined);
    try {
      const method = await stripe.createPaymentMethod({
        type: "card",
        card,
        billing_details: { name: order.customerName, email: order.customerEmail },
      });
      if (method.error) return setError(cardErrorMessage(method.error));
      const confirmed = await stripe.confirmCardPayment(clientSecret, {
        payment_method: method.paymentMethod.id,
      });
      // A payment that succeeded earlier is reported as an error, with the intent in it.
      const intent = confirmed.paymentIntent ?? confirmed.error.payment_intent;
      if (recordIfPaid(intent)) return;
      if (intent?.status === "canceled")
        return setError((await onCanceled()) ? RESTARTED : CANCELED);
      setError(confirmed.error ? cardErrorMessage(confirmed.error) : INCOMPLETE);
    } catch {
      setError("The card provider is not responding. Please try again in a minute.");
    } finally {
      setPaying(false);
    }
  };

  return (
    <form ref={form} className="mt-5" onSubmit={(event) => void pay(event)}>
      <div className="card-frame">
        <CardElement
          options={style}
          onChange={({ error }) => {
            setError(error?.message);
            // The fields are in a frame, so the form does not see that the customer types.
            form.current?.dispatchEvent(new Event("input"));
          }}
        />
      </div>
      <p role="alert" className="min-h-7 py-1 text-sm text-error">
        {error}
      </p>
      <Amount order={order} />
      <Button type="submit" className="w-full" busy={paying} disabled={!ready}>
        {paying ? "Paying …" : "Pay"}
      </Button>
      <p className="mt-3 text-sm text-quiet">
        {ready ? "The shop never sees the number of your card." : "The card form is loading …"}
      </p>
    </form>
  );
}

/** What Pay charges. */
export const Amount = ({ order }: { order: Order }) => (
  <dl className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 border-b-3 border-double border-rule-strong pb-3">
    <dt className="text-quiet">Amount</dt>
    <dd className="figures font-display text-3xl">
      <FullPrice dollars={order.totalPrice} className="text-lg text-quiet" />
    </dd>
  </dl>
);

const INCOMPLETE = "The payment is not complete yet. Please try again.";
const RESTARTED =
  "This payment was stopped after too many declined cards. You were not charged. To try again, press Pay.";
const CANCELED = "This order cannot be paid right now. Please try again in a few minutes.";
const PROCESSING =
  "Your bank is still working on this payment. Please do not pay again, and check My Orders later.";

const cardErrorMessage = (error: StripeError) =>
  error.message ?? "The card was not accepted. Please try another.";

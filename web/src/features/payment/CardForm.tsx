import "./payment.css";
import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { StripeError } from "@stripe/stripe-js";
import { type FormEvent, useState } from "react";
import type { Order } from "../../api/client.ts";
import { formatPrice } from "../../api/money.ts";
import { Button } from "../../ui/Button.tsx";
import { useCardLook } from "./use-card-look.ts";

interface CardFormProps {
  order: Order;
  clientSecret: string | undefined;
  onPaid: (transactionId: string) => void;
}

export function CardForm({ order, clientSecret, onPaid }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const look = useCardLook();
  const [fault, setFault] = useState<string>();
  const [paying, setPaying] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret) return;
    setPaying(true);
    setFault(undefined);
    try {
      const method = await stripe.createPaymentMethod({
        type: "card",
        card,
        billing_details: { name: order.customerName, email: order.customerEmail },
      });
      if (method.error) return setFault(words(method.error));
      const confirmed = await stripe.confirmCardPayment(clientSecret, {
        payment_method: method.paymentMethod.id,
      });
      // Paid in another tab, or before a reload: the provider calls it an error, but the money has moved.
      const intent = confirmed.paymentIntent ?? confirmed.error.payment_intent;
      if (intent?.status === "succeeded") onPaid(intent.id);
      else if (confirmed.error) setFault(words(confirmed.error));
      else setFault("The payment is not complete yet. Please try again.");
    } catch {
      setFault("The card provider does not answer. Please try again in a minute.");
    } finally {
      setPaying(false);
    }
  };

  return (
    <form className="mt-5" onSubmit={(event) => void pay(event)}>
      <div className="card-frame">
        <CardElement options={look} onChange={({ error }) => setFault(error?.message)} />
      </div>
      <p role="alert" className="min-h-7 py-1 text-sm text-error">
        {fault}
      </p>
      <Button type="submit" className="w-full" busy={paying} disabled={!stripe || !clientSecret}>
        {paying ? "Paying …" : "Pay"}
      </Button>
      <p className="figures mt-3 text-sm text-quiet">
        {formatPrice(order.totalPrice)} will be taken from your card. The shop never sees its
        number.
      </p>
    </form>
  );
}

const words = (error: StripeError) =>
  error.message ?? "The card was not accepted. Please try another.";

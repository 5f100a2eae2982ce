import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

/** Why a card did not pay, as the customer reads it. */
export class CardProblem extends Error {
  /** The payment was stopped. Another one may be possible. */
  readonly isCanceled: boolean;

  constructor(message: string, isCanceled = false) {
    super(message);
    this.isCanceled = isCanceled;
  }
}

/** The id of a payment that succeeded. Throws if the bank still works on it. */
export function paidBy(intent: Pick<PaymentIntent, "id" | "status"> | undefined) {
  if (intent?.status === "processing") throw new CardProblem(PROCESSING);
  return intent?.status === "succeeded" ? intent.id : undefined;
}

/** The card that is typed into the CardInput of this page. Its calls throw a CardProblem. */
export function useCard() {
  const stripe = useStripe();
  const elements = useElements();
  return {
    stripe,
    /** Resolves to what the provider calls the card. */
    read: async (payer: { customerName: string; customerEmail: string }): Promise<string> => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) throw new CardProblem("The card form is loading. Please try again.");
      const billing_details = {
        ...(payer.customerName && { name: payer.customerName }),
        ...(payer.customerEmail && { email: payer.customerEmail }),
      };
      const method = await answered(
        stripe.createPaymentMethod({ type: "card", card, billing_details }),
      );
      if (method.error) throw new CardProblem(messageOf(method.error));
      return method.paymentMethod.id;
    },
    /** Resolves to the id of the payment. */
    charge: async (clientSecret: string, payment_method: string): Promise<string> => {
      if (!stripe) throw new CardProblem(AWAY);
      const confirmed = await answered(stripe.confirmCardPayment(clientSecret, { payment_method }));
      // A payment that succeeded earlier is reported as an error, with the intent in it.
      const intent = confirmed.paymentIntent ?? confirmed.error.payment_intent;
      const id = paidBy(intent);
      if (id) return id;
      if (intent?.status === "canceled") throw new CardProblem(CANCELED, true);
      throw new CardProblem(confirmed.error ? messageOf(confirmed.error) : INCOMPLETE);
    },
  };
}

async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch {
    throw new CardProblem(AWAY);
  }
}

const messageOf = ({ message }: StripeError) =>
  message ?? "The card was not accepted. Please try another.";

export const RESTARTED =
  "This payment was stopped after too many declined cards. You were not charged. To try again, press Pay.";
const INCOMPLETE = "The payment is not complete yet. Please try again.";
const CANCELED = "This order cannot be paid right now. Please try again in a few minutes.";
const PROCESSING =
  "Your bank is still working on this payment. Please do not pay again, and check My Orders later.";
const AWAY = "The card provider is not responding. Please try again in a minute.";

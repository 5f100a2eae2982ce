import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { texts } from "../card-problem.texts.en.ts";
import { answered, CardProblem, chargedBy, messageOf } from "../card-problem.ts";

/** The card that is typed into the CardInput of this page. Its calls throw a CardProblem. */
export function useCard() {
  const stripe = useStripe();
  const elements = useElements();
  return {
    stripe,
    /** Resolves to what the provider calls the card. */
    read: async (payer: { customerName: string; customerEmail: string }): Promise<string> => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) throw new CardProblem(texts.formIsLoading);
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
      if (!stripe) throw new CardProblem(texts.away);
      return chargedBy(await answered(stripe.confirmCardPayment(clientSecret, { payment_method })));
    },
  };
}

import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { answered, CardProblem, chargedBy, messageOf } from "./card-problem.ts";

/** Checks what the customer typed or agreed to. Throws a CardProblem if it is not complete. */
export async function submitElements(elements: StripeElements) {
  const { error } = await answered(elements.submit());
  if (error) throw new CardProblem(messageOf(error));
}

/** Resolves to the id of the payment. If the bank needs the whole page, it sends the customer back to `path`. */
export async function confirmPayment(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  path: string,
): Promise<string> {
  const options = {
    elements,
    clientSecret,
    confirmParams: { return_url: window.location.origin + path },
    redirect: "if_required" as const,
  };
  return chargedBy(await answered(stripe.confirmPayment(options)));
}

/** The same with a saved card. */
export async function confirmSavedCard(
  stripe: Stripe,
  card: string,
  clientSecret: string,
  path: string,
): Promise<string> {
  const options = {
    clientSecret,
    confirmParams: { payment_method: card, return_url: window.location.origin + path },
    redirect: "if_required" as const,
  };
  return chargedBy(await answered(stripe.confirmPayment(options)));
}

import type { PaymentIntent, PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import { texts } from "./card-problem.texts.en.ts";

/** Why a card or a wallet did not pay, as the customer reads it. */
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
  if (intent?.status === "processing") throw new CardProblem(texts.processing);
  return intent?.status === "succeeded" ? intent.id : undefined;
}

/** The id of the payment that a confirmation made. Throws a CardProblem if it made none. */
export function chargedBy({ paymentIntent, error }: PaymentIntentResult): string {
  // A payment that succeeded earlier is reported as an error, with the intent in it.
  const intent = paymentIntent ?? error.payment_intent;
  const id = paidBy(intent);
  if (id) return id;
  if (intent?.status === "canceled") throw new CardProblem(texts.canceled, true);
  throw new CardProblem(error ? messageOf(error) : texts.incomplete);
}

/** What the card provider answers. Throws a CardProblem if it does not. */
export async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch {
    throw new CardProblem(texts.away);
  }
}

export const messageOf = ({ message }: Pick<StripeError, "message">) =>
  message ?? texts.notAccepted;

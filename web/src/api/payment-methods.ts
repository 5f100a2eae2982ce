import type { Order } from "./client.ts";
import { texts } from "./payment-methods.texts.en.ts";

export type PaymentMethod = NonNullable<Order["paymentMethod"]>;

/** The ways to pay without the card provider, the most usual one first. */
export const PAYMENT_METHODS: Record<PaymentMethod, string> = texts.names;

/** The words that follow "paid" in a sentence: `We received your payment by cheque`. */
export const IN_SENTENCE: Record<PaymentMethod, string> = texts.inSentence;

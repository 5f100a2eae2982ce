import type { Order } from "./client.ts";

export type PaymentMethod = NonNullable<Order["paymentMethod"]>;

/** The ways to pay without the card provider, the most usual one first. */
export const PAYMENT_METHODS: Record<PaymentMethod, string> = {
  "e-transfer": "Interac e-Transfer",
  cash: "Cash",
  cheque: "Cheque",
  other: "Other",
};

/** The words that follow "paid" in a sentence: `We received your payment by cheque`. */
export const IN_SENTENCE: Record<PaymentMethod, string> = {
  "e-transfer": " by Interac e-Transfer",
  cash: " in cash",
  cheque: " by cheque",
  other: "",
};

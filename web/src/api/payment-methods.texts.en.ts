import type { PaymentMethod } from "./payment-methods.ts";

export const texts = {
  names: {
    "e-transfer": "Interac e-Transfer",
    cash: "Cash",
    cheque: "Cheque",
    other: "Other",
  } satisfies Record<PaymentMethod, string>,
  inSentence: {
    "e-transfer": " by Interac e-Transfer",
    cash: " in cash",
    cheque: " by cheque",
    other: "",
  } satisfies Record<PaymentMethod, string>,
};

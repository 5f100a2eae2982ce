import type { texts as english } from "./payment-methods.texts.en.ts";

export const texts: typeof english = {
  names: {
    "e-transfer": "Virement Interac",
    cash: "Argent comptant",
    cheque: "Chèque",
    other: "Autre",
  },
  inSentence: {
    "e-transfer": " par virement Interac",
    cash: " en argent comptant",
    cheque: " par chèque",
    other: "",
  },
};

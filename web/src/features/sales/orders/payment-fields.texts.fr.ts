import type { texts as english } from "./payment-fields.texts.en.ts";

export const texts: typeof english = {
  paidBy: "Mode de paiement",
  receivedOn: "Reçu le",
  reference: "Référence",
  referenceHint: "Le numéro du chèque ou du virement, au besoin. Seule la boutique le voit.",
};

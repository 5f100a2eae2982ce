import type { texts as english } from "./order-steps.texts.en.ts";

export const texts: typeof english = {
  placed: "Passée",
  paid: "Payée",
  afterPayment: "Après le paiement",
  refundNotConfirmed:
    "Le fournisseur de paiement par carte n’a pas encore confirmé le remboursement. La boutique réessaie automatiquement",
  piecesBackOnSale: "Pièces remises en vente",
  refundedToCustomer: (on) => [
    on,
    "; le remboursement peut mettre de 5 à 10 jours à figurer sur votre relevé bancaire",
  ],
  bankTakesDays: "Le remboursement peut mettre de 5 à 10 jours à figurer sur votre relevé bancaire",
  reservedUntil: (deadline) => ["Réservée jusqu’au ", deadline],
  waitingForPayment: "En attente du paiement",
};

import type { texts as english } from "./order-steps.texts.en.ts";

export const texts: typeof english = {
  placed: "Passée",
  paid: "Payée",
  afterPayment: "Après le paiement",
  refundNotConfirmed:
    "Le fournisseur de paiement n’a pas encore confirmé le remboursement. La boutique réessaie automatiquement",
  piecesBackOnSale: "Pièces remises en vente",
  refundedToCustomer: (on) => [on, "; votre banque peut prendre de 5 à 10 jours pour l’afficher"],
  bankTakesDays: "Votre banque peut prendre de 5 à 10 jours pour l’afficher",
  reservedUntil: (deadline) => ["Réservée jusqu’au ", deadline],
  waitingForPayment: "En attente du paiement",
};

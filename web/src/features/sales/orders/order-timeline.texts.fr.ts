import type { texts as english } from "./order-timeline.texts.en.ts";

export const texts: typeof english = {
  refunds: {
    due: (amount) => `${amount} en route vers le fournisseur de paiement`,
    done: (amount) => `Remboursement de ${amount}`,
    refused: (amount) => `Remboursement de ${amount} refusé par le fournisseur de paiement`,
    failed: (amount) => `Remboursement de ${amount}, renvoyé par la banque du client`,
    waits: (amount) => `${amount} de nouveau à rendre au client`,
  },
  otherRefund: (amount, state) => `${amount} ${state}`,
  creditNote: (number) => `Note de crédit C-${number}`,
  debitNote: (number) => `annulée par la note de débit D-${number}`,
  sentLess: (amount) =>
    `Le fournisseur de paiement a envoyé ${amount}; le reste avait déjà été rendu`,

  emails: {
    queued: (recipient) => `En attente d’envoi à ${recipient}`,
    sent: (recipient) => `Envoyé à ${recipient}`,
    failed: (recipient) => `N’a pas pu être livré à ${recipient}`,
  },
  otherEmail: (state, recipient) => `${state}, à ${recipient}`,
  email: (subject) => `Courriel\u00a0: ${subject}`,
  emailsForWeek: "Les courriels restent dans la liste pendant une semaine.",

  paymentRecorded: "Paiement enregistré",
  refundedInPart: "Remboursée en partie",
  addressChanged: "Adresse modifiée",
  trackingChanged: "Suivi modifié",
  notesChanged: "Notes modifiées",
  enteredBy: (person) => `Saisie par ${person} pour le client`,
  enteredByDeleted: "Saisie par un compte supprimé pour le client",
  by: (person) => `par ${person}`,
  byOther: "par le serveur de la boutique ou un compte supprimé",

  placed: "Passée",
  paid: "Payée",
  disputed: "Contestée",
  restocked: "Pièces remises en vente",
};

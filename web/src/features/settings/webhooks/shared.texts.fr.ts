import type { texts as english } from "./shared.texts.en.ts";

export const texts: typeof english = {
  address: "Adresse",
  events: "Événements",
  eventNames: {
    "order.placed": "Une commande a été passée",
    "order.cancelled": "Une commande impayée a été annulée",
    "order.expired": "Une commande n’a pas été payée à temps",
    "order.paid": "Une commande a été payée",
    "purchase.paid": "Un achat a été payé, avec ses taxes pour vos comptes",
    "order.shipped": "Une commande a été expédiée",
    "order.refunded": "Une commande a été remboursée, même en partie",
    "order.refund_failed": "Un remboursement est revenu de la banque du client",
    "credit_note.issued": "Une note de crédit a été émise",
    "debit_note.issued": "Une note de crédit a été annulée",
    "payment.returned": "Un paiement sans commande a été rendu",
    "stock.changed": "Le stock d’un outil a changé",
    "tool.changed": "Un outil a été ajouté, modifié ou supprimé",
  },
  chooseEvent: "Choisissez au moins un événement.",
  save: "Enregistrer",

  secretTitle: "Copiez le secret maintenant",
  secretHint:
    "Votre récepteur l’utilise pour vérifier qu’un message vient de cette boutique. Il ne sera plus affiché.",
  oldSecretWorks: "L’ancien secret fonctionne encore pendant un jour.",
  secretCopied: "Secret copié",
  close: "Fermer",
  copy: "Copier",

  active: "Actif",
  pausedSince: (date) => `Suspendu depuis le ${date}`,
  pausedHint:
    "Rien n’est envoyé, et les événements qui se produisent entre-temps ne sont pas envoyés plus tard.",
  pausedByFailure: (date) => `Suspendu depuis le ${date}, après trois jours d’échecs`,
  pausedByFailureHint: "Rien n’est envoyé. Corrigez le récepteur, puis réactivez le webhook.",
  failingSince: (date) => `En échec depuis le ${date}`,
  failingHint:
    "La boutique réessaie pendant trois jours. Ensuite, ce webhook est suspendu. Le journal ci-dessous montre les réponses du récepteur.",

  deliveryStates: { queued: "En attente", sent: "Livré", failed: "Échec" },
  status: (status) => `Code ${status}`,
};

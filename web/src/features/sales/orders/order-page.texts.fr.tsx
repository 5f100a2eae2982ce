import type {
  texts as english,
  failedRefunds as englishFailedRefunds,
} from "./order-page.texts.en.tsx";

export const texts: typeof english = {
  order: "Commande",
  orderNumbered: (number) => `Commande ${number}`,
  manageOrders: "Gérer les commandes",
  notFound: "Commande introuvable",
  notFoundHint: "Elle a été supprimée, ou le lien est erroné.",
  loading: "Chargement de la commande",
  packingSlip: "Bordereau d’expédition",
  packingSlipOf: (order) => `Bordereau d’expédition\u00a0: ${order}`,
  state: "État",
  tool: "Outil",
  priceOfOne: (price) => `à ${price}`,
  paidTogether: "Payés ensemble",
  sum: "Sommaire",
  timeline: "Historique",
  notes: "Notes",

  refundCameBack: "La banque a renvoyé un remboursement. Rendez l’argent de nouveau.",
  refunded: "Tout a été rendu au client. Il ne reste rien à faire.",
  refundUnconfirmed:
    "Le fournisseur de paiement n’a pas encore confirmé le remboursement. La boutique réessaie automatiquement.",
  waitsForPayment: "En attente du paiement du client.",
  waitsUntil: (deadline) => <>En attente du paiement du client. Réservée jusqu’au {deadline}.</>,
  disputed: "La banque du client conteste ce paiement.",
  shipped: "Expédiée. Il ne reste rien à faire.",
  paid: "Payée. Emballez-la, puis appuyez sur «\u00a0Expédier\u00a0».",
  paidAndSendsEmail:
    "Payée. Emballez-la, puis appuyez sur «\u00a0Expédier\u00a0»\u00a0: le client reçoit alors un courriel.",
  paidWithoutAddress:
    "Payée, mais sans adresse. Demandez l’adresse au client avant d’expédier la commande.",

  facts: "Renseignements",
  shipTo: "Expédier à",
  noAddress: "Aucune adresse indiquée",
  copy: "Copier",
  copyAddress: "Copier l’adresse",
  addressCopied: "L’adresse est copiée",
  tracking: (link) => (
    <>
      Suivi{"\u00a0"}: {link}
    </>
  ),
  customer: "Client",
  aboutCustomer: "À propos de ce client",
  payment: "Paiement",
  reference: "Référence",
  paidBy: "Mode de paiement",
  receivedOn: "Reçu le",
  refundedBy: "Mode de remboursement",
  note: "Note",

  boughtWithIt: "Achetés en même temps",
  loadingSum: "Chargement du sommaire",
  delivery: (method, days) => `${method}, ${days}`,
  invoice: "Facture",
  refundMore: "Rembourser un autre montant",
};

export const failedRefunds: typeof englishFailedRefunds = {
  label: "Remboursement renvoyé par la banque",
  cameBack: (amount) =>
    `La banque du client a renvoyé ${amount}. Vous devez de nouveau cet argent au client.`,
  cameBackBecause: (amount, error) =>
    `La banque du client a renvoyé ${amount} (${error}). Vous devez de nouveau cet argent au client.`,
  refused:
    "Le fournisseur de paiement a refusé ce remboursement. Enregistrez un autre mode de remboursement.",
  recorded: (amount) => `Le remboursement de ${amount} est enregistré`,
  goesBack: (amount) => `Remboursement de ${amount} sur la carte`,
  refundToCard: "Rembourser de nouveau sur la carte",
  returnedBy: "Ou vous l’avez rendu par",
  recordThat: "Enregistrer ce mode",
};

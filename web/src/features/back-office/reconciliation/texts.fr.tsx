import { formatPrice, plural } from "../../../money.ts";
import type {
  texts as english,
  discrepancies as englishDiscrepancies,
  kinds as englishKinds,
  refunds as englishRefunds,
  summary as englishSummary,
  unknownKind as englishUnknownKind,
} from "./texts.en.tsx";

const differences = (count: number) => plural(count, "différence", "différences");

const payments = (count: number) => plural(count, "paiement", "paiements");

export const texts: typeof english = {
  title: "Comptes",
  checking: "Vérification…",
  checkedAt: (time) => <>Vérifiés à {time}</>,
  checkAgain: "Vérifier de nouveau",
  intro:
    "La boutique enregistre chaque pièce, chaque commande et chaque paiement à plus d’un endroit. Cette page compare ces données entre elles et avec celles du fournisseur de paiement. Une vérification ne modifie rien.",
  loading: "Vérification des comptes",
  resultOf: (time) => `Voici le résultat de ${time}.`,
  whatDiffers: "Ce qui diffère",
  goodToKnow: "Bon à savoir",
  whatWasCompared: "Ce qui a été comparé",
  comparedWith: (theirs) => `avec ${theirs}`,
  withoutCard: (count, amount) =>
    `${plural(count, "paiement reçu sans carte", "paiements reçus sans carte")}, pour un total de ${formatPrice(amount)}. Le fournisseur de paiement n’en sait rien; la comparaison se fait donc seulement avec les commandes.`,
  forBookkeeping: "Pour votre comptabilité",
};

export const summary: typeof englishSummary = {
  differences,
  atLeast: (count) => `Au moins ${differences(count)}`,
  moreThan: (count) => `Plus de ${differences(count)}`,
  cardsAreOff: "Les paiements par carte sont désactivés",
  noAnswer: "Aucune réponse",
  notKnown: "Pas encore connu",
  agree: "Concordent",
  payments,
  stock: "La quantité disponible de chaque outil",
  stockRecords: "ce qui a été ajouté, moins ce que les commandes ont pris",
  orders: "Ce qui est payé, expédié ou remboursé selon les commandes",
  recordedPayments: "les paiements que nous avons enregistrés",
  ourPayments: "Les paiements que nous avons enregistrés",
  providerPayments: "la liste du fournisseur de paiement pour les trente derniers jours",
  differ: "La vérification n’a rien modifié. Chaque différence indique quoi faire.",
  differAndSilent:
    "La vérification n’a rien modifié. Chaque différence indique quoi faire. Le fournisseur de paiement n’a pas répondu à temps; ses données n’ont donc pas été comparées.",
  ownBooksAgree: "Nos propres comptes concordent",
  silent:
    "Le fournisseur de paiement n’a pas répondu à temps; ses données n’ont donc pas été comparées. Vérifiez de nouveau dans une minute.",
  booksAgree: "Les comptes concordent",
  withoutProvider:
    "Toutes les pièces et toutes les commandes sont comptabilisées. Les paiements par carte sont désactivés; il n’y a donc pas de fournisseur de paiement avec lequel comparer.",
  allAgree: "Toutes les pièces, toutes les commandes et tous les paiements sont comptabilisés.",
};

export const discrepancies: typeof englishDiscrepancies = {
  more: "Il y en a d’autres. Un si grand nombre a généralement une seule cause\u00a0: réglez les premières, puis vérifiez de nouveau.",
  whatToDo: "Que faire",
  order: (link) => <>Commande {link}</>,
  payment: (id) => <>Paiement {id}</>,
  purchase: (id) => `achat ${id}`,
  discountCode: (id) => `code de rabais ${id}`,
  day: (id) => `jour à partir de ${id}`,
};

export const refunds: typeof englishRefunds = {
  title: "Remboursements automatiques",
  intro:
    "Un paiement peut arriver après la suppression de sa commande, ou une deuxième fois pour la même commande. La boutique le rembourse aussitôt. Ce ne sont pas des écarts.",
  amount: "Montant",
  payment: "Paiement",
  order: "Pour la commande",
  lastStep: "Dernière étape",
  state: "État",
  refunded: "Remboursé",
  refused: "Refusé par le fournisseur de paiement",
  inProgress: "En cours; la boutique réessaie automatiquement",
};

const PROVIDER = { ours: "Selon nous", theirs: "Selon le fournisseur de paiement" };

export const kinds: typeof englishKinds = {
  stock: {
    title: "Le stock d’un outil ne concorde pas",
    ours: "Selon l’outil",
    theirs: "Selon l’historique du stock",
  },
  purchase: {
    title: "Les commandes d’un achat n’en donnent pas le total",
    ours: "Selon l’achat",
    theirs: "Selon ses commandes",
  },
  discount_code: {
    title: "Les utilisations d’un code de rabais ont été mal comptées",
    ours: "Selon le code",
    theirs: "Selon les achats",
  },
  refund_sums: {
    title: "Les remboursements d’un paiement n’en donnent pas le total",
    ours: "Selon le paiement",
    theirs: "Selon ses remboursements",
  },
  paid_without_payment: {
    title: "Une commande est payée, mais aucun paiement ne correspond à son montant",
    ours: "Selon la commande",
    theirs: "Selon les paiements",
  },
  payment_without_order: {
    title: "Un paiement est arrivé, mais sa commande n’est pas payée",
    ours: "Selon le paiement",
    theirs: "Selon les commandes",
  },
  orphan_intent: {
    title: "Une commande a été supprimée, mais elle peut encore être payée",
    ours: "Selon le paiement",
    theirs: "Selon les commandes",
  },
  refund_stuck: {
    title: "Un remboursement n’a pas encore été fait",
    ours: "Selon nous",
    theirs: "Jusqu’ici",
  },
  timestamps_out_of_order: {
    title: "Les dates d’une commande ne sont pas dans le bon ordre",
    ours: "D’abord",
    theirs: "Ensuite",
  },
  day_sums: {
    title: "Les chiffres d’un jour diffèrent des commandes de ce jour",
    ours: "Selon les chiffres",
    theirs: "Selon les commandes",
  },
  unrecorded_payment: {
    ...PROVIDER,
    title: "Le fournisseur de paiement a un paiement que nous n’avions pas enregistré",
  },
  mismatch: {
    ...PROVIDER,
    title: "Un paiement diffère de celui que nous avons demandé",
  },
  missing_at_provider: {
    ...PROVIDER,
    title: "Nous comptons sur de l’argent que le fournisseur de paiement n’a pas",
  },
  partial_refund: {
    ...PROVIDER,
    title: "Une partie d’un paiement a été remboursée chez le fournisseur de paiement",
  },
  disputed: {
    ...PROVIDER,
    title: "La banque d’un client conteste un paiement",
  },
  refund_failed: {
    ...PROVIDER,
    title: "Un remboursement a échoué",
  },
  unknown_payment: {
    ...PROVIDER,
    title: "Le fournisseur de paiement a un paiement que nous n’avons jamais demandé",
  },
};

export const unknownKind: typeof englishUnknownKind = {
  title: "Deux registres diffèrent",
  ours: "Selon nous",
  theirs: "Selon l’autre registre",
};

import { language } from "../../../language.en.ts";
import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type {
  texts as english,
  lastEvents as englishLastEvents,
  revenue as englishRevenue,
  tests as englishTests,
  webhookStates as englishWebhookStates,
} from "./texts.en.ts";

export const texts: typeof english = {
  testPayments: "Paiements d’essai\u00a0: les cartes ne sont pas débitées.",
  stillToDo: "Reste à faire",
  toShip: "À expédier",
  paidOrders: (count) => (language.isOne(count) ? "commande payée" : "commandes payées"),
  unpaidOrders: (count) => (language.isOne(count) ? "commande impayée" : "commandes impayées"),
  ship: (count) => `Expédier ${counted.orders(count)}`,
  allOrders: "Voir toutes les commandes",
  connections: "Services reliés",
  newOrdersOnPhone: "Nouvelles commandes sur votre téléphone",
  atAGlance: "En un coup d’œil",
  waiting: "En attente",
  unpaid: "Commandes impayées",
  refunds: "Remboursements",
  failedRefunds: (count) => plural(count, "échoué", "échoués"),
  refundsUnderWay: (count) => `${formatCount(count)} en cours`,
  disputes: "Contestations",
  reviewsToRead: "Avis à lire",
  books: "Comptes",
  booksAgree: (checked) => `Concordent, vérifiés ${checked}`,
  booksDiffer: (count, checked) =>
    `${plural(count, "différence", "différences")}, vérifiés ${checked}`,
  booksNotChecked: "Pas encore vérifiés",
  lastBackup: "Dernière sauvegarde",
  noBackup: "Aucune pour le moment",
  backupFollows: "La première suivra bientôt",
  backupElsewhere: "Pas faite par la boutique",
  lowStock: "Stock faible",
  noLowStock:
    "Aucun outil n’a un stock faible. Vous choisissez ce que «\u00a0faible\u00a0» veut dire dans le champ «\u00a0Seuil de stock faible\u00a0» de chaque outil.",
  left: (count) => `${formatCount(count)} en stock`,
  more: (count) => plural(count, "autre", "autres"),
  missingPaths: "Adresses introuvables",
  justNow: "à l’instant",
};

export const revenue: typeof englishRevenue = {
  title: "Revenus",
  today: "Aujourd’hui",
  days: "7 jours",
  ofDay: (weekday, amount) => `${weekday}\u00a0: ${amount}`,
  byDay: (days) =>
    `Revenus par jour. ${days.map(({ weekday, amount }) => `${weekday}\u00a0: ${amount}`).join("; ")}.`,
};

export const tests: typeof englishTests = {
  sendEmail: "Envoyer un message d’essai",
  emailSent: (to, answer) => `Envoyé à ${to}. Le serveur de courriel a répondu\u00a0: ${answer}`,
  emailNotSent: (to, answer) =>
    `Non envoyé à ${to}. Le serveur de courriel a répondu\u00a0: ${answer}`,
  testPayments: "Tester les paiements par carte",
  testKeys:
    "Des clés de test sont définies, donc les cartes ne sont pas débitées. Définissez des clés de production dans TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY et TROWEL_STRIPE_WEBHOOK_SECRET sur le serveur de la boutique.",
  keyFails: (error) =>
    `La clé secrète ne fonctionne pas\u00a0: ${error}. Vérifiez TROWEL_STRIPE_SECRET_KEY.`,
  liveKeysWork: "Les clés de production sont acceptées.",
  testKeysWork: "Les clés de test sont acceptées. Les cartes ne sont pas débitées.",
};

export const webhookStates: typeof englishWebhookStates = {
  registered: ({ webhookUrl }) => `Les événements sont envoyés à ${webhookUrl}.`,
  missing: () =>
    "Aucun webhook n’est enregistré pour cette boutique. Dans le tableau de bord de Stripe, ouvrez Webhooks et ajoutez un point de terminaison pour votre adresse, /api/webhooks/stripe.",
  disabled: ({ webhookUrl }) =>
    `Le webhook ${webhookUrl} est désactivé. Activez-le dans le tableau de bord de Stripe.`,
  incomplete: ({ webhookUrl, missingEvents }) =>
    `Le webhook ${webhookUrl} n’envoie pas ${missingEvents.join(", ")}. Ajoutez ces événements dans le tableau de bord de Stripe.`,
  unknown: () =>
    "Nous n’avons pas pu vérifier le webhook. Une clé restreinte n’a peut-être pas le droit de lire les webhooks.",
};

export const lastEvents: typeof englishLastEvents = {
  arrived: (ago) => `Le dernier événement (${ago}) est arrivé.`,
  missing: (ago) =>
    `Le dernier événement (${ago}) n’est pas arrivé. Vérifiez l’adresse du webhook et TROWEL_STRIPE_WEBHOOK_SECRET.`,
  none: () =>
    "Il n’y a eu aucun paiement dans les 30 derniers jours, donc aucun événement ne devait arriver.",
  unknown: () =>
    "Nous n’avons pas pu vérifier le dernier événement. Une clé restreinte n’a peut-être pas le droit de lire les événements.",
};

import { formatCount, formatPrice } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type {
  texts as english,
  chart as englishChart,
  course as englishCourse,
  lists as englishLists,
  measures as englishMeasures,
  period as englishPeriod,
  steps as englishSteps,
} from "./texts.en.tsx";

export const texts: typeof english = {
  title: "Chiffres",
  intro:
    "Une commande compte le jour où elle a été payée. Son remboursement compte aussi ce jour-là.",
  loading: "Chargement des chiffres",
  comparedPeriod: (days) => `${days}, par rapport au même nombre de jours auparavant`,
  firstPeriod: (days) => `${days}. Rien n’a été vendu dans le même nombre de jours auparavant.`,
  todaySoFar: (revenue, orders) => (
    <>
      Aujourd’hui, jusqu’à maintenant{"\u00a0"}: {revenue} pour {counted.orders(orders)}
    </>
  ),
  ofOrders: (count) => `pour ${counted.orders(count)}`,
  ofParts: (amount) => `et ${formatPrice(amount)} pour des parties de commandes, sans les taxes`,
  withoutCard: (amount) => `dont ${formatPrice(amount)} sans carte`,
  deliveryBeside: "Livraison, hors revenus",
  taxesBeside: "Taxes, hors revenus",
  usedCodes: (discounts, codes) =>
    `Les codes de rabais ont réduit le prix des marchandises de ${formatPrice(discounts)}\u00a0: ${codes
      .map(
        ({ code, purchases, discount }) =>
          `${code} ${formatPrice(discount)} dans ${counted.purchases(purchases)}`,
      )
      .join(", ")}.`,
  from: (before) => `par rapport à ${before}`,
  empty: "Rien pendant cette période, ni pendant la précédente.",
};

export const measures: typeof englishMeasures = {
  revenue: "Revenus",
  orders: "Commandes",
  refunded: "Remboursements",
  average: "Commande moyenne",
};

export const period: typeof englishPeriod = {
  legend: "Période",
  week: "7 jours",
  month: "30 jours",
  quarter: "90 jours",
  year: "12 mois",
  own: "Autres jours",
  by: "Par",
  from: "Du",
  to: "Au",
};

export const steps: typeof englishSteps = {
  day: "Jour",
  week: "Semaine",
  month: "Mois",
};

/** The steps inside a sentence. */
const BY = { day: "jour", week: "semaine", month: "mois" };

export const course: typeof englishCourse = {
  titles: {
    day: "Jour par jour",
    week: "Semaine par semaine",
    month: "Mois par mois",
  },
  show: "Afficher",
  thisPeriod: "Cette période",
  periodBefore: "La période précédente",
  table: "Tous les chiffres dans un tableau",
  captions: {
    day: "Ventes par jour",
    week: "Ventes par semaine",
    month: "Ventes par mois",
  },
  before: (measure) => `${measure} auparavant`,
  amountAndCount: (amount, count) => `${amount} (${formatCount(count)})`,
};

export const chart: typeof englishChart = {
  howToRead: "Pointez sur une barre, ou touchez-la, pour la lire.",
  label: (measure, by) => `${measure} par ${BY[by]}`,
  step: (days, now, before) => `${days}\u00a0: ${now}, auparavant\u00a0: ${before}`,
  none: (measure) => `${measure}\u00a0: rien pendant cette période.`,
  description: (measure, by, highest, days) =>
    `${measure} par ${BY[by]}. Le maximum est ${highest}, ${days}. Le tableau ci-dessous contient tous les chiffres.`,
};

export const lists: typeof englishLists = {
  tool: "Outil",
  bestSellers: "Meilleures ventes",
  bestSellersNote: "Sans les commandes remboursées.",
  bestSellersEmpty: "Aucun outil n’a été vendu pendant cette période.",
  units: "Unités",
  revenue: "Revenus",
  neverSold: "Jamais vendus",
  neverSoldNote: "Outils en vente sans commande payée, quelle que soit la période.",
  neverSoldEmpty: "Chaque outil en vente a été vendu au moins une fois.",
  moreNeverSold: "Il y en a d’autres. Ceux-ci sont en vente depuis le plus longtemps.",
  inStock: "En stock",
  onSaleSince: "En vente depuis",
  emptySearches: "Recherches sans résultat",
  emptySearchesNote:
    "Ce que les visiteurs ont cherché sans trouver d’outil, pendant cette période et pour 90 jours au plus.",
  emptySearchesEmpty: "Chaque recherche a trouvé un outil.",
  search: "Recherche",
  times: "Nombre de fois",
  showFirst: (count) => `En afficher ${count}`,
  showAll: (count) => `Afficher les ${count}`,
};

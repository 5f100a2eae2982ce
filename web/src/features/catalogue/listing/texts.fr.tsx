import { formatCount, formatPrice, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./texts.en.tsx";

export const texts: typeof english = {
  allTools: "Tous les outils",
  count: counted.tools,
  countFound: (count) => plural(count, "outil trouvé", "outils trouvés"),
  noTools: "Aucun outil pour le moment",
  nothingForSale: "Rien n’est encore en vente. Veuillez revenir bientôt.",
  firstPage: "Première page",
  nextPage: "Page suivante",
  noCategory: "Nous n’avons pas cette catégorie",
  noCategoryExplanation: "Le lien est peut-être erroné ou périmé.",

  categories: "Catégories",
  allCategories: "Toutes",

  search: "Rechercher",
  searchAll: "Rechercher dans tous les outils",
  suggestions: "Suggestions",
  tools: "Outils",
  suggestionCount: (count) =>
    `${plural(count, "suggestion", "suggestions")}. Utilisez les touches fléchées.`,

  sortBy: "Trier par",
  sortOrders: {
    relevance: "Pertinence",
    newest: "Plus récents d’abord",
    price: "Prix croissant",
    "-price": "Prix décroissant",
    name: "Nom, de A à Z",
  },
  compactList: "Liste compacte",

  findTools: "Trouver des outils",
  filters: "Filtres",
  inUse: (count) => (count > 1 ? "appliqués" : "appliqué"),
  price: "Prix",
  priceFrom: (sign) => `Prix minimal (${sign})`,
  priceTo: (sign) => `Prix maximal (${sign})`,
  smallestOrder: "Commande minimale",
  smallestOrderUpTo: "Commande minimale jusqu’à",
  stock: "Stock",
  inStockOnly: "En stock seulement",
  toolsBefore: "outils\u00a0:",
  roundPrice: (dollars) => formatPrice(dollars).replace(/,00(?=\D*$)/, ""),
  under: (price) => `Moins de ${price}`,
  between: (from, to) => `De ${from} à ${to}`,
  from: (price) => `À partir de ${price}`,
  upTo: (quantity) => `Jusqu’à ${formatCount(quantity)}`,

  invalidAmount: "Entrez un montant, comme 24,50",
  invalidCount: "Entrez un nombre entier",
  belowPriceFrom: "Ne doit pas être inférieur à «\u00a0Prix minimal\u00a0»",

  filtersInUse: "Filtres appliqués",
  clearFilter: "Retirer le filtre",
  clearAll: "Tout effacer",
  searched: (text) => `«\u00a0${text}\u00a0»`,
  noMinimum: "Sans minimum",
  minimumUpTo: (quantity) => `Commande minimale jusqu’à ${formatCount(quantity)}`,
  fromPrice: (dollars) => `À partir de ${formatPrice(dollars)}`,
  upToPrice: (dollars) => `Jusqu’à ${formatPrice(dollars)}`,
  inStock: "En stock",

  noMatch: "Aucun outil ne correspond",
  noMatchExplanation:
    "Aucun outil ne correspond à votre recherche et à vos filtres. Essayez un autre mot, ou retirez un filtre.",
  showAll: "Afficher tous les outils",
  didYouMean: (search) => <>Vouliez-vous dire {search}?</>,
  someMatch:
    "Aucun outil ne correspond à tous vos mots. Certains correspondent à l’un d’eux\u00a0:",
};

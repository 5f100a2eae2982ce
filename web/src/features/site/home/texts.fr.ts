import { formatPrice, plural } from "../../../money.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  allTools: "Tous les outils",

  carouselRole: "carrousel",
  slideRole: "diapositive",
  carousel: "Du catalogue",
  slide: (place, count) => `${place} sur ${count}`,
  plate: (numeral) => `Planche ${numeral}`,
  banner: (place, title) => `Bannière ${place}\u00a0: ${title}`,
  previousBanner: "Bannière précédente",
  nextBanner: "Bannière suivante",
  pauseBanners: "Arrêter les bannières",
  playBanners: "Faire défiler les bannières",
  seeMore: "En voir plus",

  newInCatalogue: "Nouveau dans le catalogue",
  browse: "Voir tous les outils",
  newTools: "Nouveautés",
  ourTools: "Nos outils",
  loadMore: "Afficher plus d’outils",

  summary: "L’entreprise en chiffres",
  addFunds: "Ajouter des fonds",
  register: "S’inscrire",
  totalTools: "Total des outils",
  inCatalogue: "Au catalogue",
  orders: "Commandes",
  paid: "Payées",
  customers: "Clients",
  whoOrdered: "Qui ont commandé",
  toolsSold: "Outils vendus",
  inAllOrders: "Dans toutes les commandes",
  reviews: "Avis",
  byCustomers: "De nos clients",

  categories: "Catégories",
  favourites: "Coups de cœur",
  boughtMost: "Ce que nos clients achètent le plus.",
  nothingForSale: "Rien n’est encore en vente. Revenez bientôt.",
  subscribe: "S’abonner",
  howWeSell: "Notre façon de vendre",

  visit: "Visiter, commander, appeler",
  openingHours: "Heures d’ouverture",
  openingLocations: "Où nous trouver",
  contact: "Nous joindre",
  orderByPhone: "Achetez en ligne, ou commandez par téléphone\u00a0:",
  orderOnline: "Achetez en ligne.",

  customersSay: "Ce que disent nos clients",
  allReviews: "Tous les avis",
  rating: (average, count) =>
    `${String(average).replace(".", ",")} d’après ${plural(count, "avis", "avis")}`,

  calendar: "Un calendrier pour les hivers froids",
  year: "L’année",

  promises: "Livraison, retours et taxes",
  pickUp: "Ramassage",
  freeFrom: (dollars) => `Gratuite à partir de ${formatPrice(dollars)}.`,
  free: "Gratuite.",
  orPickUp: "Ou passez chercher votre commande.",
  atOurShop: "À notre boutique.",
  returns: "Retours",
  howToReturn: "Comment retourner un outil.",
  taxes: "Taxes",
  taxesAdded: "Ajoutées dans le panier, selon la province.",

  story: "Notre histoire",
  moreAboutUs: "En savoir plus sur nous",

  drawnBanners: {
    pottingBench: {
      title: "Le matin à la table de rempotage",
      text: "Pour tout ce qui commence petit.",
      alt: "Une table de rempotage dans la lumière du matin, avec un arrosoir, un transplantoir, de la ficelle et des pots en terre cuite",
    },
    beds: {
      title: "Les plates-bandes se remplissent",
      text: "Prêtes pour la première fin de semaine chaude.",
      alt: "Des bacs surélevés au début de l’été et une brouette dans l’allée entre eux",
    },
    greenhouse: {
      title: "Du verre, de l’eau, de la patience",
      text: "Pour les tomates qui ne peuvent pas attendre.",
      alt: "Une serre à la porte ouverte, des plants de tomates à l’intérieur et des pots à côté",
    },
    autumn: {
      title: "Avant la première neige",
      text: "Pour le grand ménage de l’année.",
      alt: "Un érable à sucre qui perd ses feuilles, avec un râteau appuyé à côté",
    },
    shed: {
      title: "Chaque chose à son crochet",
      text: "Des outils suspendus au même clou pendant trente ans.",
      alt: "Un mur de bois où une bêche, une fourche, un râteau, des cisailles et un sécateur pendent à des crochets",
    },
  },
};

import { formatCents, formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./texts.en.ts";

const withComma = (number: string) => number.replace(".", ",");

export const texts: typeof english = {
  allTools: "Tous les outils",
  tool: "Outil",
  loading: "Chargement de l’outil",
  removed: "Cet outil n’est plus en vente",
  removedExplanation: "Nous avons peut-être quelque chose de semblable.",
  missing: "Nous n’avons pas cet outil",
  missingExplanation: "Le lien est peut-être erroné ou périmé.",

  enlarge: (tool) => `Agrandir l’image de ${tool}`,
  reviewCount: counted.reviews,
  each: "l’unité",
  noMinimum: "Sans minimum",
  minimum: (quantity, cents) =>
    `Minimum de ${formatCount(quantity)}, à partir de ${formatCents(cents)}`,
  soldOut: "Épuisé\u00a0: il n’en reste plus",
  soldOutBelow: (left, minimum) =>
    `Épuisé\u00a0: il en reste ${formatCount(left)}, moins que le minimum de ${formatCount(minimum)}`,
  cannotOrder:
    "Vous ne pouvez pas commander cet outil pour le moment. Voyez les outils semblables ci-dessous.",
  quantity: "Quantité",

  promises: "Nos engagements",
  howToReturn: "Comment retourner un outil",
  cardPayment: "Paiement par carte sécurisé",

  facts: "Caractéristiques",
  article: "Article",
  brand: "Marque",
  category: "Catégorie",
  minimumQuantity: "Quantité minimale",
  availableQuantity: "Quantité disponible",
  returns: "Retours",
  relatedTools: "Outils semblables",

  reviews: "Avis",
  noReviews:
    "Aucun avis pour le moment. Les clients qui ont acheté cet outil peuvent écrire le premier.",
  allReviews: "Tous les avis",
  average: (average) => withComma(average.toFixed(1)),
  averageOf: (average, count) =>
    `${withComma(`${average}`)} sur 5, d’après ${plural(count, "achat vérifié", "achats vérifiés")}`,
  reviewsByStars: "Avis par nombre d’étoiles",
  stars: (count) => plural(count, "étoile", "étoiles"),
};

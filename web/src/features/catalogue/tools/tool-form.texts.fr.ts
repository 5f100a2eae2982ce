import { formatCount, formatPrice } from "../../../money.ts";
import type { texts as english, photoTexts as englishOfPhotos } from "./tool-form.texts.en.ts";

export const texts: typeof english = {
  photoAndName: "Photo et nom",
  inFrench: "En français",
  priceAndQuantities: "Prix et quantités",
  shownToCustomers: "Ce que voient les clients",
  forSearchEngines: "Pour les moteurs de recherche",
  stockWarning: "Avertissement de stock",
  delivery: "Livraison",

  labels: {
    name: "Nom",
    photo: "Photo",
    photoAlt: "Texte de remplacement",
    morePhotos: "Autres images",
    description: "Description",
    frenchName: "Nom en français",
    frenchDescription: "Description en français",
    price: "Prix",
    priceSteps: "Prix par quantité",
    availableQuantity: "Quantité disponible",
    minimumQuantity: "Quantité minimale",
    sku: "UGS",
    gtin: "GTIN",
    brand: "Marque",
    mpn: "Numéro du fabricant (MPN)",
    category: "Catégorie",
    lowStock: "Seuil de stock faible",
    weight: "Poids en kg",
    status: "État",
  },
  priceIn: (sign) => `Prix (${sign})`,
  inFrenchHint: "Les pages françaises affichent le texte anglais à la place d’un texte vide.",
  altTextHint: "Décrit l’image aux clients qui ne peuvent pas la voir.",
  gtinHint: "Le numéro sous le code-barres (CUP ou EAN).",
  minimumHint:
    "Au-delà de la quantité disponible\u00a0: les clients verront «\u00a0En rupture de stock\u00a0».",
  weightExample: "1,5",
  published: "Publié",
  draft: "Brouillon, non affiché aux clients",
  noCategory: "Aucune",
  newCategory: "Nouvelle catégorie",

  nameRequired: "Le nom est obligatoire",
  imageRequired: "L’image est obligatoire",
  descriptionRequired: "La description est obligatoire",
  priceRequired: "Le prix est obligatoire",
  quantityRequired: "La quantité est obligatoire",
  tooLong: (max, length) =>
    `Utilisez au plus ${formatCount(max)} caractères. Ce texte en a ${formatCount(length)}`,
  atMost: (max) => `Utilisez au plus ${max} caractères`,
  invalidQuantity: (min, max) => `Entrez un nombre entier de ${min} à ${formatCount(max)}`,
  invalidPrice: "Entrez un montant, comme 24,50, de 0,01 à 999\u00a0999,99",
  invalidWeight: "Entrez des kilogrammes, comme 1,5, de 0,001 à 1\u00a0000",
  gtinLength: "Un GTIN a 8, 12, 13 ou 14\u00a0chiffres. Entrez-les tous, avec les zéros du début",
  gtinCheck:
    "Le dernier chiffre ne correspond pas aux autres. Comparez le numéro avec le code-barres",

  stepsHint: "Les grandes commandes peuvent coûter moins cher par pièce.",
  from: "Dès",
  stepFrom: (place) => `Palier ${place}, à partir de la quantité`,
  stepPrice: (place, sign) => `Palier ${place}, prix (${sign})`,
  removeStep: (place) => `Retirer le palier ${place}`,
  remove: "Retirer",
  setStep: "Fixer un prix pour les grandes commandes",
  setAnotherStep: "Fixer un autre prix",
  stepWithoutQuantity: (place) => `Palier ${place}\u00a0: entrez un nombre entier comme quantité`,
  stepWithoutPrice: (place) => `Palier ${place}\u00a0: entrez le prix, comme 15,20`,
  firstStepTooLow: (minimum) =>
    `Le palier 1 doit commencer au-dessus de la quantité minimale de ${formatCount(minimum)}`,
  stepTooLow: (place, quantity) =>
    `Le palier ${place} doit commencer au-dessus de ${formatCount(quantity)}`,
  stepTooExpensive: (place, dollars) =>
    `Le palier ${place} doit coûter moins de ${formatPrice(dollars)}`,
  step: (quantity, dollars) => `dès ${formatCount(quantity)}\u00a0: ${formatPrice(dollars)}`,
  noSteps: "aucun",

  cardOf: {
    published: "Tel que les clients le voient",
    draft: "Un brouillon\u00a0: les clients ne le voient pas encore",
  },
  cardAppears: "La carte de votre outil apparaît ici à mesure que vous écrivez.",
  yourTool: "Votre outil",
  goodFor: "Ce à quoi il sert",
};

export const photoTexts: typeof englishOfPhotos = {
  shown: "Telle que le catalogue l’affiche",
  willBeShown: "Telle que le catalogue l’affichera",
  choose: "Choisir une photo",
  reading: "Lecture de la photo…",
  chooseHint:
    "Cliquez, ou déposez un fichier ici. Les grandes photos sont réduites automatiquement.",
  smallHint:
    "Cette photo est petite et paraîtra floue. Choisissez-en une d’au moins 350\u00a0×\u00a0450\u00a0pixels.",
  chosenHint: "Le catalogue l’affiche ainsi. Cliquez pour en choisir une autre.",
  removePhoto: "Retirer la photo",
  keepPrevious: "Garder la photo précédente",

  altTextOf: (place) => `Texte de remplacement ${place}`,
  up: "Monter",
  moveUp: (place) => `Déplacer l’image ${place} vers le haut`,
  down: "Descendre",
  moveDown: (place) => `Déplacer l’image ${place} vers le bas`,
  crop: "Recadrer",
  cropOf: (place) => `Recadrer l’image ${place}`,
  remove: "Retirer",
  removeOf: (place) => `Retirer l’image ${place}`,
  chooseAnother: "Choisir une autre image",
  tooMany: (max, left) =>
    left === 1
      ? `Un outil a au plus ${max} photos. Une photo a été laissée de côté.`
      : `Un outil a au plus ${max} photos. ${left} photos ont été laissées de côté.`,

  notUploaded: (reason) => `La photo n’a pas été téléversée. ${reason}`,
  unreadable:
    "Ce fichier n’est pas une image que nous pouvons lire. Veuillez choisir un fichier JPEG, PNG ou WebP.",
  tooLarge: "Cette photo est trop volumineuse. Veuillez en choisir une autre.",
  tooLargeForBrowser:
    "Cette photo est trop volumineuse pour votre navigateur. Veuillez en choisir une plus petite.",

  cropTitle: "Recadrer la photo",
  cropHint: "Les cartes affichent cette partie. Faites glisser l’image, ou utilisez les curseurs.",
  zoom: "Zoom",
  leftToRight: "De gauche à droite",
  topToBottom: "De haut en bas",
  cancel: "Annuler",
  usePart: "Utiliser cette partie",
};

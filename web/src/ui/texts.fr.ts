import { formatCount, formatPrice, plural } from "../money.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  addToBasket: "Ajouter au panier",
  buyNow: "Acheter maintenant",
  breadcrumb: "Fil d’Ariane",
  cancel: "Annuler",
  login: "Se connecter",
  logInAndContinue: "Se connecter et continuer",
  tryAgain: "Réessayer",
  showMore: "Afficher plus",
  loading: "Chargement",
  wait: (label) => `${label}…`,
  takesLong: "C’est plus long que d’habitude.",
  stars: (stars, of) => `${plural(stars, "étoile", "étoiles")} sur ${of}`,
  pictures: "Images",
  picture: (number) => `Image ${number}`,
  pictureOf: (number, shows) => `Image ${number}\u00a0: ${shows}`,
  oneLess: (label) => `Un de moins, ${label.toLowerCase()}`,
  oneMore: (label) => `Un de plus, ${label.toLowerCase()}`,
  commonQuantities: "Quantités courantes",
  orderQuantity: (quantity) => `Commander ${formatCount(quantity)}`,
  cardEndingIn: "se terminant par",
  stepDone: ", fait",
  stepNotYet: ", pas encore fait",
  totalIsNow: (total) =>
    `Le total est maintenant de ${formatPrice(total)}. Veuillez le vérifier et appuyer de nouveau.`,
};

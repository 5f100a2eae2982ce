import { formatPrice, plural } from "../money.ts";
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
  totalIsNow: (total) =>
    `Le total est maintenant de ${formatPrice(total)}. Veuillez le vérifier et appuyer de nouveau.`,
};

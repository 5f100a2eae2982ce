import { counted } from "../../../../words.en.ts";
import type { texts as english } from "./checkout.texts.en.tsx";

export const texts: typeof english = {
  title: "Caisse",
  steps: "Étapes",
  you: "Vous",
  pay: "Paiement",
  isComplete: ", étape terminée",
  wait: (label) => `${label}…`,
  loadingBasket: "Chargement de votre panier",
  loadingAddress: "Chargement de votre adresse",
  loading: "Chargement de la caisse",
  lookingForOrder: "Recherche de votre commande",
  sessionEnded: "Votre session est terminée. Veuillez vous connecter de nouveau.",
  ifOrdered: (link) => <>Si vous venez de commander, consultez {link("votre commande")}.</>,
  ifOrderedBefore: (link) => (
    <>
      Si vous venez de commander, consultez {"«\u00a0"}
      {link("Mes commandes")}
      {"\u00a0»"}.
    </>
  ),
  ifAccount: (link) => (
    <>Vous avez un compte? {link("Connectez-vous")} pour voir le panier de ce compte.</>
  ),
  haveAccount: (link) => <>Vous avez un compte? {link("Se connecter")}</>,
  email: "Courriel",
  emailHint: "Pour le lien vers votre commande.",
  emailNeeded: "Veuillez entrer votre courriel.",
  pickUp: "Ramassage",
  delivery: "Livraison",
  address: "Adresse",
  yourAddress: "Votre adresse",
  shipTo: "Expédier à",
  keepAddress: "Garder cette adresse pour la prochaine fois",
  sum: "Sommaire",
  noSum: "Le total n’a pas pu être calculé. Veuillez réessayer, ou vérifier l’adresse.",
  calculating: "Calcul…",
  lines: counted.tools,
  goods: "Marchandises",
  goodsFor: (amount) => `Marchandises\u00a0: ${amount}`,
  restFollows: "Le reste du total dépend de votre adresse.",
  promises: "Nos engagements",
  howToReturn: "Comment retourner un outil",
  orByCard: "ou payer par carte",
  cardBelow:
    "Vous payez par carte ci-dessous. Rien n’est débité avant que vous appuyiez sur «\u00a0Payer\u00a0».",
  howToPay: "Comment payer",
  byCard: "Par carte",
  otherWay: "Autrement",
  atShop: "À la boutique",
  keptReady:
    "Nous gardons votre commande prête pendant trois jours. Payez quand vous venez la chercher.",
  basketStays: "Votre panier reste tel quel.",
  payNow: "Payer",
  payTotal: (total) => `Payer ${total}`,
  paying: "Paiement en cours…",
  place: "Passer la commande",
  placeFor: (total) => `Passer la commande de ${total}`,
  placing: "Envoi de la commande…",
  unpaid: (number) => `Votre commande #${number} n’est pas encore payée.`,
  reservedUntil: (deadline) => <>Réservée jusqu’au {deadline}</>,
  backToBasket: "Retourner au panier",
  problemOf: (tool, problem) => `${tool}\u00a0: ${problem}`,
  totalChanged: (before, now) => `Le total était de ${before}, il est maintenant de ${now}.`,
};

import type { texts as english } from "./card.texts.en.tsx";

export const texts: typeof english = {
  yourCard: "Votre carte",
  amount: "Montant",
  pay: "Payer",
  paying: "Paiement en cours…",
  orByCard: "ou payer par carte",
  order: (number) => `Commande ${number}`,
  loadingOrder: "Chargement de votre commande",
  formIsLoading: "Chargement du formulaire de carte…",
  numberIsPrivate: "La boutique ne voit jamais le numéro de votre carte.",
  frameFailed:
    "Le formulaire de carte ne s’est pas chargé. Votre réseau ou une extension du navigateur le bloque peut-être.",
  tryAgain: "Réessayer",
  formFailed:
    "Le formulaire de carte ne s’est pas chargé. Une extension du navigateur le bloque peut-être.",
  staysReserved: "Votre commande reste réservée.",
  reload: "Recharger la page",
  howToPay: "Comment payer",
  writeNumber: (order) => `Écrivez ${order} dans le message.`,
  numberIs: (order) => `Le numéro de votre commande est ${order}.`,
  heldUntil: (deadline) => <>Nous réservons vos outils jusqu’au {deadline}.</>,
  heldUntilPaid: "Nous réservons vos outils jusqu’à votre paiement.",
  loadingCards: "Chargement de vos cartes",
  whichCard: "Quelle carte",
  expired: (month) => `Expirée en ${month}`,
  anotherCard: "Utiliser une autre carte",
  saveCard: "Enregistrer cette carte pour la prochaine fois",
  saveCardHint:
    "Notre fournisseur de paiement la conserve. Vous pouvez la retirer dans votre compte.",
  transactionId: "Numéro de transaction",
  taken:
    "Votre paiement par carte a réussi. Veuillez ne pas payer de nouveau\u00a0: la boutique l’ajoute à votre commande…",
  notConfirmed:
    "Votre banque n’a pas confirmé le paiement. Rien n’a été débité. Veuillez réessayer, ou utiliser une autre carte.",
};

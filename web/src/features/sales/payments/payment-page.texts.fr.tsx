import type { texts as english } from "./payment-page.texts.en.tsx";

export const texts: typeof english = {
  title: "Paiement",
  confirmed: "Achat confirmé",
  loading: "Chargement de votre commande",
  loadingText: "Chargement de votre commande…",
  notFound: "Commande introuvable",
  goneOwn: (list) =>
    `Elle a été supprimée, ou elle appartient à un autre compte. La page «\u00a0${list}\u00a0» montre les vôtres.`,
  goneOfShop: (list) =>
    `Elle a été supprimée, ou elle appartient à un autre compte. La page «\u00a0${list}\u00a0» les montre toutes.`,
  hello: (name) => <>Bonjour, {name}</>,
  details: "Détails de la commande",
  order: "Commande",
  shipTo: "Expédier à",
  noAddress: "Aucune adresse indiquée",
  addressNeeded: "Où devons-nous l’envoyer? Veuillez ajouter une adresse.",
  amount: "Montant",
  progress: "Progression de cette commande",
  related: "Ceci pourrait aussi vous être utile",
  each: "l’unité",
  completed: "Félicitations! Votre paiement est effectué.",
  completedBy: (transactionId) => `Félicitations! Votre paiement est effectué. ${transactionId}`,
  paid: "Payée",
  received: (way) => `Nous avons reçu votre paiement${way}.`,
  refundedToCard:
    "La totalité a été remboursée sur la carte avec laquelle vous avez payé. Votre banque peut prendre de 5 à 10 jours pour l’afficher.",
  refundingToCard:
    "La totalité est en cours de remboursement sur la carte avec laquelle vous avez payé. Votre banque peut prendre de 5 à 10 jours pour l’afficher.",
  refundCameBack:
    "Votre banque nous a renvoyé le remboursement; vous n’avez donc pas encore votre argent. Nous vous rembourserons de nouveau, ou nous vous demanderons comment faire.",
  refunded: "Nous vous avons remboursé la totalité de votre paiement.",
  shipped: (goods, date) => (
    <>
      Nous avons expédié {goods} le {date}.
    </>
  ),
  packed: (goods) => `Merci! Nous allons emballer et expédier ${goods}.`,
  packedFor: (goods, address) =>
    `Merci! Nous allons emballer ${goods} et faire l’envoi à cette adresse\u00a0: ${address}.`,
  confirmation: (email) =>
    `Nous envoyons votre confirmation à ${email}, et nous vous écrirons de nouveau à l’expédition.`,
  continueShopping: "Continuer à magasiner",
  receipt: "Reçu",
};

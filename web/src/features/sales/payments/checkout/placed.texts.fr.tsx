import { counted } from "../../../../words.en.ts";
import type { texts as english, paymentTexts as englishPaymentTexts } from "./placed.texts.en.tsx";

export const texts: typeof english = {
  order: (number) => `Commande ${number}`,
  loading: "Chargement de votre commande",
  notFound: "Commande introuvable",
  gone: "Elle a été supprimée, ou elle appartient à un autre compte.",
  allTools: "Tous les outils",
  tools: "Outils",
  sum: "Sommaire",
  invoice: "Facture",
  progress: "Progression de cette commande",
  readyForPickUp: "Prête pour le ramassage",
  shippedOf: (shipped, tools) => `${shipped} sur ${counted.tools(tools)}`,
  pickUp: "Ramassage",
  pickUpAt: (address) => `Adresse de ramassage\u00a0:\n${address}`,
  delivery: "Livraison",
  shipTo: "Expédier à",
  yourAddress: "Votre adresse",
  customer: "Client",
  noAddress: "Aucune adresse indiquée",
  addressHidden:
    "Confirmez votre courriel pour voir ici l’adresse de livraison. La page «\u00a0Compte et sécurité\u00a0» vous envoie le lien.",

  deleteOrder: "Supprimer la commande",
  orderOf: (number, tools) => `la commande ${number} de ${counted.tools(tools)}`,
  orderDeleted: (number) => `Commande ${number} supprimée`,
  deleted: (number) => `La commande ${number} est supprimée`,
  deletedNote: "Rien n’a été débité. Les outils de la commande sont de nouveau en vente.",

  placedAsGuest:
    "Cette commande a été passée sans connexion à un compte, avec votre adresse courriel.",
  notMyOrder: "Ce n’est pas ma commande",
  notMyOrderQuestion: "Ce n’est pas votre commande?",
  notMyOrderText:
    "Elle sera retirée de votre compte, et nous ne vous enverrons aucun courriel à son sujet. Le lien du premier courriel permettra toujours de l’ouvrir.",
  leftAccount: "La commande a été retirée de votre compte.",
};

export const paymentTexts: typeof englishPaymentTexts = {
  customerUnpaid: "Le client n’a pas encore payé.",
  placedAndKept: "Merci! Votre commande est passée. Nous la gardons prête pour vous.",
  placedForPickUp: "Merci! Votre commande est passée. Nous la préparerons dès qu’elle sera payée.",
  placedToShip: "Merci! Votre commande est passée. Nous l’expédierons dès qu’elle sera payée.",
  payAtPickUp: (number) =>
    `Veuillez payer quand vous viendrez chercher votre commande. Donnez-nous son numéro\u00a0: ${number}.`,
  payAtPickUpUntil: (deadline, number) => (
    <>
      Veuillez payer quand vous viendrez chercher votre commande, au plus tard le {deadline}.
      Donnez-nous son numéro{"\u00a0"}: {number}.
    </>
  ),
  reservedUntil: (deadline, minutesLeft, strong) => (
    <>
      Réservée jusqu’au {deadline}
      {"\u00a0"}: il reste {strong(counted.minutes(minutesLeft))}.
    </>
  ),
  timeIsOver:
    "Le délai de paiement est écoulé. Les outils peuvent maintenant être vendus à d’autres.",
  holdLonger: (minutes) => `Réserver ${counted.minutes(minutes)} de plus`,
  thankYou: "Merci!",
  receivedTotal: (total) => `Nous avons reçu votre paiement de ${total}.`,
  packedForPickUp: (goods) => `Nous allons emballer ${goods} pour vous.`,
  packed: (goods) => `Nous allons emballer et expédier ${goods}.`,
  packedFor: (goods, address) =>
    `Nous allons emballer ${goods} et faire l’envoi à cette adresse\u00a0: ${address}.`,
  confirmationForPickUp: (email) =>
    `Nous envoyons votre confirmation à ${email}, et nous vous écrirons de nouveau quand la commande sera prête.`,
  confirmation: (email) =>
    `Nous envoyons votre confirmation à ${email}, et nous vous écrirons de nouveau à l’expédition.`,
  linkTo: (email) => `Nous envoyons un lien vers cette commande à ${email}.`,
  linkToYou: "Nous vous envoyons un lien vers cette commande par courriel.",
  continueShopping: "Continuer à magasiner",
  paid: "Payée",
  received: (way) => `Nous avons reçu votre paiement${way}.`,
  receivedByCard: "Nous avons reçu votre paiement par carte.",
};

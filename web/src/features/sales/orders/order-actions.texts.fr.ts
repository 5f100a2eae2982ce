import { listed } from "../../../listed.ts";
import type {
  texts as english,
  trackingTexts as englishTracking,
} from "./order-actions.texts.en.ts";

export const texts: typeof english = {
  orderFor: (order, customer) => `${order}, pour ${customer}`,
  states: {
    pending: "À expédier",
    "Approved and shipped": "Approuvée et expédiée",
    "Refund under way": "Remboursement en cours",
    Refunded: "Remboursée",
  },
  disputed: "Contestée",
  more: (order) => `Autres actions pour la commande\u00a0: ${order}`,
  delete: "Supprimer",
  deleteName: (order) => `Supprimer la commande\u00a0: ${order}`,
  refund: "Rembourser",
  refundName: (order) => `Rembourser la commande\u00a0: ${order}`,
  packingSlip: "Bordereau d’expédition",
  packingSlipName: (order) => `Bordereau d’expédition de la commande\u00a0: ${order}`,
  ship: "Expédier",
  shipName: (order) => `Expédier la commande\u00a0: ${order}`,
  undo: "Annuler",
  undoName: (order) => `Annuler l’expédition de la commande\u00a0: ${order}`,
  addTracking: "Ajouter un suivi",
  addTrackingName: (order) => `Ajouter un suivi à la commande\u00a0: ${order}`,
  changeTracking: "Modifier le suivi",
  changeTrackingName: (order) => `Modifier le suivi de la commande\u00a0: ${order}`,
  notShipped: (order, message) => `La commande ${order} n’a pas été expédiée. ${message}`,
  severalNotShipped: (orders, message) =>
    `Les commandes ${listed(orders)} n’ont pas été expédiées. ${message}`,
};

export const trackingTexts: typeof englishTracking = {
  disputed:
    "La banque du client conteste ce paiement. Vous pourriez perdre l’argent et la marchandise.",
  title: "Suivi",
  ship: (order) => `Expédier la commande ${order}`,
  shipAll: (order) => `Expédier toute la commande ${order}`,
  shipped: (order) => `La commande ${order} est expédiée`,
  saved: "Le numéro de suivi est enregistré",
  all: "Tous ses outils payés sont expédiés dans un seul colis.",
  one: (order) => `${order}.`,
  sendsEmail: "Le client reçoit un courriel avec le lien pour suivre le colis.",
  sendsNoEmail:
    "La page «\u00a0Mes commandes\u00a0» montre le nouveau lien au client. Aucun courriel n’est envoyé.",
  carrier: "Transporteur",
  noCarrier: "Aucun",
  carriers: {
    "Canada Post": "Postes Canada",
    Purolator: "Purolator",
    UPS: "UPS",
    FedEx: "FedEx",
    DHL: "DHL",
    Other: "Autre",
  },
  number: "Numéro de suivi",
  link: "Lien pour suivre le colis",
  shipAnyway: "Expédier quand même",
  shipButton: "Expédier",
  save: "Enregistrer",
};

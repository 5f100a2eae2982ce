import type { OrderState } from "../../../api/order-states.ts";
import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type {
  texts as english,
  barTexts as englishBar,
  filterTexts as englishFilter,
  foundText as englishFound,
  trackingTexts as englishTracking,
} from "./manage-orders.texts.en.ts";

export const texts: typeof english = {
  title: "Gérer les commandes",
  enterOrder: "Saisir une commande",
  loading: "Chargement de toutes les commandes",
  noneHere: "Aucune commande ici",
  noneIn: {
    unpaid: "Toutes les commandes sont payées.",
    pending: "Toutes les commandes payées sont expédiées.",
    shipped: "La première commande que vous expédiez s’affiche ici.",
    refunding: "Aucun remboursement n’est en cours.",
    refunded: "Aucune commande n’a été remboursée.",
  },
  noneMatching: "Aucune commande correspondante",
  noneMatchingHint: "Aucune commande ne correspond à cette recherche.",
  showAll: "Afficher toutes les commandes",
  noOrders: "Aucune commande pour le moment",
  noOrdersHint: "La première commande s’affiche ici dès qu’un client la passe.",
  caption: "Toutes les commandes",
  number: "Nº",
  buyerName: "Nom de l’acheteur",
  toolName: "Nom de l’outil",
  quantity: "Quantité",
  email: "Courriel",
  totalPrice: "Prix total",
  action: "Action",
  select: (order, customer) => `Sélectionner\u00a0: ${order}, pour ${customer}`,
  order: "Commande",
  noAddress: "Aucune adresse",
};

export const barTexts: typeof englishBar = {
  selectAll: "Tout sélectionner",
  selected: (orders) => plural(orders, "sélectionnée", "sélectionnées"),
  shipped: (orders) => plural(orders, "expédiée", "expédiées"),
  ship: (orders) => `Expédier ${counted.orders(orders)}`,
  packingSlips: "Bordereaux d’expédition",
  addresses: "Adresses en CSV",
  undo: "Annuler",
  showNew: (orders) => `Afficher ${plural(orders, "nouvelle commande", "nouvelles commandes")}`,
};

export const filterTexts: typeof englishFilter = {
  search: "Rechercher par nom, téléphone, courriel, outil, numéro",
  searchExample: "Nom, outil, #1042…",
  more: "Plus",
  from: "Commandées à partir du",
  until: "Commandées jusqu’au",
  state: "État",
  all: "Toutes",
};

const FOUND_STATES: Record<OrderState, [one: string, many: string]> = {
  unpaid: ["impayée", "impayées"],
  pending: ["à expédier", "à expédier"],
  shipped: ["approuvée et expédiée", "approuvées et expédiées"],
  refunding: ["remboursement en cours", "remboursement en cours"],
  refunded: ["remboursée", "remboursées"],
};

export const foundText: typeof englishFound = (total, search, state, hasDays) => {
  const orders = counted.orders(total);
  const days = hasDays ? "à ces dates" : "";
  const which = [days, search && `avec «\u00a0${search}\u00a0»`].filter(Boolean).join(" ");
  return state
    ? [orders, FOUND_STATES[state][total < 2 ? 0 : 1], which].filter(Boolean).join(", ")
    : [orders, which].filter(Boolean).join(" ");
};

export const trackingTexts: typeof englishTracking = {
  add: "Ajouter un suivi",
  title: (orders) => `Expédier ${counted.orders(orders)} avec suivi`,
  shipped: (orders) =>
    plural(orders, "commande expédiée avec suivi", "commandes expédiées avec suivi"),
  withoutNumber: "Une commande sans numéro est expédiée sans suivi.",
  withoutNumberAndEmails:
    "Chaque client reçoit un courriel avec le lien pour suivre le colis. Une commande sans numéro est expédiée sans suivi.",
  carrier: "Transporteur",
  noCarrier: "Aucun",
  numberOf: (order, customer, quantity, tool) =>
    `${order} pour ${customer}\u00a0: ${formatCount(quantity)} × ${tool}`,
  ship: (orders) => `Expédier ${counted.orders(orders)}`,
};

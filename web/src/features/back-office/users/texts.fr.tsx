import { plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type {
  texts as english,
  roleChanges as englishRoleChanges,
  unpaidCustomers as englishUnpaidCustomers,
} from "./texts.en.tsx";

const users = (count: number) => plural(count, "utilisateur", "utilisateurs");

const unpaidOrders = (count: number) => plural(count, "commande impayée", "commandes impayées");

const deleted = (count: number) =>
  plural(count, "commande impayée supprimée", "commandes impayées supprimées");

export const texts: typeof english = {
  title: "Utilisateurs",
  download: "Télécharger les clients",
  intro:
    "Le personnel expédie les commandes et modifie les outils. Les administrateurs gèrent aussi l’argent, les utilisateurs et les paramètres. Les personnes dont vous modifiez le rôle sont déconnectées et doivent se connecter de nouveau.",
  search: "Rechercher par nom ou courriel",
  show: "Afficher",
  all: "Tous les utilisateurs",
  unpaid: "Commandes impayées",
  blockedOnes: "Bloqués",
  users,
  usersWith: (count, search) => `${users(count)} avec «\u00a0${search}\u00a0»`,
  customersFailed: "Les noms, les commandes et les sommes n’ont pas pu être chargés.",
  loading: "Chargement des utilisateurs",
  emptyTitle: "Aucun utilisateur correspondant",
  empty:
    "Aucun compte ne correspond. Seules les personnes qui ont créé un compte figurent dans la liste.",
  showAll: "Afficher tous les utilisateurs",
  email: "Courriel",
  name: "Nom",
  orders: "Commandes",
  spent: "Dépensé",
  lastOrder: "Dernière commande",
  never: "jamais",
  role: "Rôle",
  roles: { staff: "personnel", admin: "administrateur" },
  moreFor: (email) => `Autres actions pour ${email}`,
  blocked: "Bloqué",
  unblock: "Débloquer",
  unblockOf: (email) => `Débloquer ${email}`,
  unblocked: (email) => `${email} peut se connecter de nouveau`,
};

export const roleChanges: typeof englishRoleChanges = {
  admin: {
    button: "Nommer administrateur",
    buttonOf: (email) => `Nommer administrateur ${email}`,
    title: (email) => `Nommer ${email} administrateur?`,
    detail:
      "Les administrateurs voient toutes les commandes et tous les clients, remboursent les paiements et nomment d’autres administrateurs.",
    success: (email) => `Nommé administrateur\u00a0: ${email}`,
    unchanged: (email) => `${email} était déjà administrateur`,
    forbidden: "La nomination comme administrateur a échoué",
  },
  staff: {
    button: "Ajouter au personnel",
    buttonOf: (email) => `Ajouter au personnel ${email}`,
    title: (email) => `Ajouter ${email} au personnel?`,
    detail:
      "Le personnel voit et expédie toutes les commandes, et ajoute et modifie des outils. Il ne peut ni rembourser, ni modifier les utilisateurs et les paramètres.",
    success: (email) => `Ajouté au personnel\u00a0: ${email}`,
    unchanged: (email) => `${email} faisait déjà partie du personnel`,
    forbidden: "L’ajout au personnel a échoué",
  },
  none: {
    button: "Retirer le rôle",
    buttonOf: (email) => `Retirer le rôle à ${email}`,
    title: (email) => `Retirer le rôle du compte ${email}?`,
    detail: "Ce compte redevient un compte client et est déconnecté partout.",
    success: (email) => `De nouveau client\u00a0: ${email}`,
    unchanged: (email) => `${email} n’avait plus ce rôle`,
    forbidden: "Le retrait du rôle a échoué",
  },
};

export const unpaidCustomers: typeof englishUnpaidCustomers = {
  loading: "Chargement des clients",
  emptyTitle: "Aucune commande impayée",
  empty: "Aucune commande impayée ne réserve de stock en ce moment.",
  sum: (customers, orders, pieces) =>
    `${counted.customers(customers)}, ${unpaidOrders(orders)}, ${plural(pieces, "pièce réservée", "pièces réservées")}`,
  caption: "Commandes impayées par client",
  customer: "Client",
  notConfirmed: "non confirmé",
  orders: "Commandes impayées",
  pieces: "Pièces réservées",
  action: "Action",
  deleteOrders: "Supprimer les commandes",
  deleteOrdersOf: (email) => `Supprimer les commandes du compte ${email}`,
  ordersOf: (orders, name) => (
    <>
      {unpaidOrders(orders)} du client {name}
    </>
  ),
  deleted,
  deletedInPart: (count, left) =>
    `${deleted(count)}. ${plural(left, "commande reste", "commandes restent")}, car un paiement est en cours. Réessayez plus tard`,
  block: "Bloquer",
  blockOf: (email) => `Bloquer ${email}`,
  blockTitle: (name) => <>Bloquer {name}?</>,
  blockText:
    "Le client est déconnecté et ne peut plus se connecter. Les commandes impayées sont supprimées, les commandes payées restent. Vous pouvez débloquer le compte dans «\u00a0Utilisateurs\u00a0».",
  isBlocked: (email) => `${email} est bloqué.`,
};

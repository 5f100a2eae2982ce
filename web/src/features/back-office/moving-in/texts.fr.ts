import { plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  title: "Emménagement",
  intro:
    "Transférez ici ce que vous avez dans une autre boutique, à partir de ses exportations. Commencez par les outils. Vous pouvez importer chaque fichier de nouveau\u00a0: ce que la boutique a déjà reste tel quel.",
  toolsTitle: "1. Outils",
  importTools: "Importer des outils",
  tools:
    "L’exportation de vos produits de Shopify ou de WooCommerce, avec les images et les catégories. Leurs anciennes adresses sont transférées aussi.",
  reviewsTitle: "2. Avis",
  manageReviews: "Gérer les avis",
  reviews:
    "Une exportation de Judge.me, de Loox, de Shopify Product Reviews ou de WooCommerce, au bas de la page «\u00a0Gérer les avis\u00a0».",
  addressesTitle: "3. Anciennes adresses",
  oldAddresses: "Anciennes adresses",
  addresses: "Les liens vers d’autres pages de votre ancienne boutique continuent de fonctionner.",
  customersTitle: "4. Clients",
  customers:
    "Une exportation des clients de Shopify ou de WooCommerce, en Excel ou en CSV\u00a0: nom, courriel, téléphone et adresse. Chaque client reçoit un compte sans mot de passe, et aucun courriel. Les clients choisissent un mot de passe avec «\u00a0Mot de passe oublié?\u00a0» à leur première connexion. La boutique envoie un nombre limité de ces courriels par jour; annoncez donc le déménagement par étapes. Un client qui a supprimé son compte revient avec le fichier; retirez d’abord sa ligne.",
  customersFile: {
    choose: "Choisir un fichier de clients",
    file: "Fichier de clients",
    import: (count) => `Importer ${counted.customers(count)}`,
  },
  takenInPart: (rows) =>
    `${plural(rows, "ligne importée en partie", "lignes importées en partie")}\u00a0:`,
  withConsent: (rows) =>
    `${counted.rows(rows)} avec un consentement à la publicité. Il n’est pas importé, car le fichier n’en contient aucune preuve. Conservez la preuve dans votre programme d’infolettre.`,
  ordersTitle: "5. Commandes",
  orders:
    "Une exportation des commandes de Shopify, ou d’une extension d’exportation de WooCommerce, avec le numéro, la date, le courriel et le total. Vous les lisez sur la page du client, et les clients sous «\u00a0Mes commandes\u00a0». Elles ne comptent ni dans les chiffres, ni dans les comptes, ni dans les rapports de taxes.",
  ordersFile: {
    choose: "Choisir un fichier de commandes",
    file: "Fichier de commandes",
    import: (count) => `Importer ${counted.orders(count)}`,
  },
  finished: "Importation terminée",
  whatItWillDo: "Ce que fera l’importation",
  deleteTitle: (orders) =>
    `Supprimer ${plural(orders, "ancienne commande", "anciennes commandes")}?`,
  deleteText: (moment) =>
    `Toutes les commandes de l’importation du ${moment} disparaissent des pages des clients. Vous pouvez ensuite importer un fichier corrigé.`,
  delete: "Supprimer",
  deleteOf: (moment) => `Supprimer l’importation du ${moment}`,
  deleted: (orders) =>
    plural(orders, "ancienne commande supprimée", "anciennes commandes supprimées"),
  importsFailed: "Les importations précédentes n’ont pas pu être chargées.",
  imports: "Importations précédentes",
  deletableLater: "Une importation peut être supprimée une fois le fichier importé.",
};

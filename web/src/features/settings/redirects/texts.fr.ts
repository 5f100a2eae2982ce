import { plural } from "../../../money.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  shopSettings: "Paramètres de la boutique",
  title: "Anciennes adresses",
  intro:
    "Les liens vers votre ancienne boutique continuent de fonctionner\u00a0: chaque ancienne adresse mène à une page de cette boutique. Une importation d’outils de Shopify ou de WooCommerce ajoute les adresses de ses produits.",
  all: "Toutes les anciennes adresses",
  search: "Rechercher par adresse",
  inAll: (addresses) => plural(addresses, "adresse en tout", "adresses en tout"),
  loading: "Chargement des anciennes adresses",
  oldAddress: "Ancienne adresse",
  oldAddressRequired: "Veuillez entrer l’ancienne adresse.",
  leadsTo: "Mène à",
  leadsToRequired: "Veuillez entrer une page de cette boutique.",
  save: "Enregistrer",
  saved: (path) => `${path} mène à sa nouvelle page`,
  notFound: "Introuvables",
  notFoundHint:
    "Des visiteurs ont demandé ces adresses au cours des dernières semaines, et la boutique n’a aucune page à ces adresses.",
  deleteQuestion: (path) => `Supprimer ${path}?`,
  deleteEffect: "Les visiteurs de cette ancienne adresse verront que la page n’existe pas.",
  delete: "Supprimer",
  deleteName: (path) => `Supprimer ${path}`,
  deleted: (path) => `L’adresse ${path} est supprimée`,
  noneMatching: "Aucune adresse correspondante",
  noneMatchingHint: "Aucune ancienne adresse ne correspond à cette recherche.",
  noneYet: "Aucune ancienne adresse pour le moment",
  noneYetHint: "Ajoutez-en une ci-dessus, ou choisissez un fichier.",
  visits: "Visites",

  asFile: "Sous forme de fichier",
  asFileHint:
    "Un fichier Excel ou CSV avec deux colonnes\u00a0: l’ancien chemin, et la page où il mène. Les redirections que vous avez exportées de Shopify forment un fichier de ce genre.",
  file: "Fichier d’anciennes adresses",
  downloadAll: "Tout télécharger",
};

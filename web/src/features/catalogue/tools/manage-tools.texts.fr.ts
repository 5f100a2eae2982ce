import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./manage-tools.texts.en.ts";

export const texts: typeof english = {
  title: "Gérer les outils",
  addTool: "Ajouter un outil",
  categories: "Catégories",
  importTools: "Importer des outils",
  downloadTools: "Télécharger les outils",
  removedTools: "Outils retirés",
  search: "Rechercher",
  show: "Afficher",
  category: "Catégorie",
  allCategories: "Toutes les catégories",

  count: counted.tools,
  countFound: (count) => plural(count, "outil trouvé", "outils trouvés"),
  loading: "Chargement des outils",
  noMatch: "Aucun outil ne correspond",
  noMatchExplanation: "Aucun outil ne correspond à cette recherche.",
  showAll: "Afficher tous les outils",
  noTools: "Aucun outil pour le moment",
  noToolsExplanation: "Votre premier outil apparaîtra ici et dans le catalogue.",

  allTools: "Tous les outils",
  image: "Image",
  name: "Nom",
  draft: "Brouillon",
  quantity: "Quantité",
  stockHistory: (quantity, tool) => `${formatCount(quantity)}, historique du stock de ${tool}`,
  outOfStock: "En rupture de stock",
  lowStock: "Stock faible",
  waiting: (count) => plural(count, "client en attente", "clients en attente"),
  edit: "Modifier",
  editOf: (tool) => `Modifier ${tool}`,
  delete: "Supprimer",
  deleteOf: (tool) => `Supprimer ${tool}`,
  deleted: (tool) => `L’outil «\u00a0${tool}\u00a0» est supprimé`,
  alreadyDeleted: (tool) => `L’outil «\u00a0${tool}\u00a0» était déjà supprimé`,
};

import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  manageTools: "Gérer les outils",
  title: "Catégories",
  introduction:
    "Les clients peuvent choisir une catégorie dans «\u00a0Tous les outils\u00a0». Une catégorie peut en contenir d’autres.",
  add: "Ajouter une catégorie",
  loading: "Chargement des catégories",
  noCategories: "Aucune catégorie pour le moment",
  addFirst: "Ajoutez la première, puis choisissez-la pour vos outils.",
  deleted: (name) => `La catégorie «\u00a0${name}\u00a0» est supprimée`,
  name: "Nom",
  frenchName: "Nom en français",
  frenchMissing: "Le français manque",
  tools: "Outils",
  showTools: "Afficher les outils",
  showToolsOf: (name) => `Afficher les outils de ${name}`,
  edit: "Modifier",
  editOf: (name) => `Modifier ${name}`,
  delete: "Supprimer",
  deleteOf: (name) => `Supprimer ${name}`,
};

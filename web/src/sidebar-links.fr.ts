import type { texts as english } from "./sidebar-links.en.ts";

export const texts: typeof english = {
  dashboard: "Profil",
  myOrders: "Mes commandes",
  review: "Avis",
  users: "Rôles des utilisateurs",
  addTool: "Ajouter un outil",
  manageTools: "Gérer les outils",
  categories: "Catégories",
  importTools: "Importer des outils",
  manageOrders: "Gérer les commandes",
  manageReviews: "Gérer les avis",
  figures: "Chiffres",
  reconciliation: "Comptes",
  shopSettings: "Paramètres de la boutique",
  managePosts: "Articles du blogue",
  emailTexts: "Courriels",
  quebec: "Prêt pour le Québec",
  redirects: "Anciennes adresses",
  movingIn: "Emménagement",
  auditLog: "Journal d’audit",
  today: "Aujourd’hui",
};

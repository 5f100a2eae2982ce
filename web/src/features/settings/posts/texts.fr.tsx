import type { texts as english } from "./texts.en.tsx";

export const texts: typeof english = {
  title: "Articles du blogue",
  newPost: "Nouvel article",
  readOnBlogs:
    "Les visiteurs lisent les articles publiés sur la page «\u00a0Blogue\u00a0», et avec un lecteur de flux.",
  blogsIsOff:
    "Le blogue est désactivé. Les visiteurs ne voient donc aucun article. Le propriétaire l’active dans les paramètres de la boutique.",
  loading: "Chargement des articles",
  noPosts: "Aucun article pour le moment",
  noPostsHint: "Annoncez vos nouveautés à vos clients, ou racontez comment ils utilisent un outil.",
  postTitle: "Titre",
  state: "État",
  published: "Publié",
  draft: "Brouillon",
  date: "Date",
  changedOn: (date) => <>Modifié le {date}</>,
  edit: "Modifier",
  editPost: (title) => `Modifier «\u00a0${title}\u00a0»`,
  delete: "Supprimer",
  deletePost: (title) => `Supprimer «\u00a0${title}\u00a0»`,
  deleted: (title) => `L’article «\u00a0${title}\u00a0» est supprimé`,
};

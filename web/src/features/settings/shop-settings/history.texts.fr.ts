import type { texts as english } from "./history.texts.en.ts";

export const texts: typeof english = {
  back: "Paramètres de la boutique",
  title: "Historique des paramètres",
  about:
    "Chaque modification, la plus récente en premier. Pour un long texte, vous voyez la partie qui a changé.",
  loading: "Chargement de l’historique",
  empty: "Aucune modification pour le moment",
  emptyText: "La première modification d’un paramètre apparaîtra ici.",
  deletedAccount: "Un compte supprimé",
  checked: "Vérifié, sans modification",
};

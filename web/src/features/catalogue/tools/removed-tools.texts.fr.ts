import type { texts as english } from "./removed-tools.texts.en.ts";

export const texts: typeof english = {
  manageTools: "Gérer les outils",
  title: "Outils retirés",
  introduction:
    "Vous pouvez restaurer un outil avec son stock dans les 30\u00a0jours. Ses commandes restent dans tous les cas.",
  loading: "Chargement des outils retirés",
  noTools: "Aucun outil retiré",
  noToolsExplanation: "Un outil que vous supprimez reste ici pendant 30\u00a0jours.",
  name: "Nom",
  removed: "Retiré",
  keptUntil: "Conservé jusqu’au",
  restore: "Restaurer",
  restoreOf: (tool) => `Restaurer ${tool}`,
  restored: (tool) => `L’outil «\u00a0${tool}\u00a0» est restauré`,
};

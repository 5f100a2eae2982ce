import type { texts as english } from "./add-tool.texts.en.tsx";

export const texts: typeof english = {
  title: "Ajouter un outil",
  savedAsDraft: (tool) => (
    <>{tool} est enregistré comme brouillon. Les clients ne le voient pas encore.</>
  ),
  inCatalogue: (tool) => <>{tool} est maintenant dans le catalogue.</>,
  seeInShop: "Voir dans la boutique",
  manageTools: "Gérer les outils",
  unknown:
    "Nous ne savons pas si l’outil a été ajouté. Vérifiez dans «\u00a0Gérer les outils\u00a0» avant de réessayer.",
  notAdded: "Outil non ajouté",
  added: "Outil ajouté",
  add: "Ajouter l’outil",
  adding: "Ajout de l’outil…",
  saveAsDraft: "Enregistrer comme brouillon",
};

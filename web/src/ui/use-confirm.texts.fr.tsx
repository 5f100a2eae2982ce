import type { texts as english } from "./use-confirm.texts.en.tsx";

export const texts: typeof english = {
  deleteQuestion: (name) => <>Supprimer {name}?</>,
  deleteWarning: "Ce que vous supprimez ne pourra pas être récupéré!",
  delete: "Supprimer",
};

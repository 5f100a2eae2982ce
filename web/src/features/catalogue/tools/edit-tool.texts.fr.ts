import { formatCount } from "../../../money.ts";
import type { texts as english } from "./edit-tool.texts.en.ts";

export const texts: typeof english = {
  titleOf: (tool) => `Modifier ${tool}`,
  title: "Modifier l’outil",
  manageTools: "Gérer les outils",
  removed: "Cet outil n’est plus en vente",
  removedExplanation: "Il a été supprimé, ou le lien est erroné.",
  loading: "Chargement de l’outil",
  saved: (tool) => `L’outil «\u00a0${tool}\u00a0» est enregistré`,
  unchanged: "Rien n’a changé",
  stockWhenOpened: (quantity) =>
    `${formatCount(quantity)} à l’ouverture de cette page. Les commandes passées depuis sont soustraites.`,
  save: "Enregistrer",
  saving: "Enregistrement…",
  cancel: "Annuler",

  changedByOther: "Une autre personne a modifié cet outil",
  notSaved:
    "Vos modifications ne sont pas encore enregistrées. Depuis que vous avez ouvert l’outil\u00a0:",
  before: "Avant",
  now: "Maintenant",
  changedByYou: "Vous avez aussi modifié ce champ.",
  keep: "Garder mes modifications",
  discard: "Abandonner mes modifications",
  keepExplanation:
    "Vos modifications s’appliquent à la version la plus récente. Vérifiez-les et enregistrez de nouveau.",
  nothing: "aucune valeur",
  statuses: { published: "publié", draft: "brouillon" },
};

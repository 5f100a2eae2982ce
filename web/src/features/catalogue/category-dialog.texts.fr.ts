import type { texts as english } from "./category-dialog.texts.en.ts";

export const texts: typeof english = {
  edit: "Modifier la catégorie",
  add: "Ajouter une catégorie",
  name: "Nom",
  frenchName: "Nom en français",
  frenchHint: "Sans lui, les pages françaises affichent l’autre nom.",
  nameRequired: "Le nom est obligatoire",
  partOf: "Fait partie de",
  noOther: "Aucune autre catégorie",
  save: "Enregistrer",
  saved: (name) => `La catégorie «\u00a0${name}\u00a0» est enregistrée`,
};

import { plural } from "../../../money.ts";
import type * as english from "./texts.en.tsx";

export const texts: typeof english.texts = {
  title: "Paramètres de la boutique",
  loading: "Chargement des paramètres",
  all: "Tous les paramètres",
  save: "Enregistrer",
  saving: "Enregistrement…",
  saved: "Paramètres de la boutique enregistrés",
  unchanged: "Rien n’a changé",
  notSaved: (sections) => `Pas encore enregistré\u00a0: ${sections.join(", ")}`,
  refused: "Rien n’a été enregistré. Veuillez corriger les champs ci-dessus.",
  checked:
    "J’ai vérifié ce texte, ou mon conseil juridique l’a vérifié. Tant que vous ne l’enregistrez pas, la page indique qu’il s’agit d’un brouillon.",
  seePage: "Voir la page",
  sections: "Sections",
  onEveryPage: "Sur chaque page",
  up: "Monter",
  upOf: (name) => `Monter\u00a0: ${name}`,
  remove: "Retirer",
};

export const french: typeof english.french = {
  labelOf: (name) => `${name} en français`,
  all: "Textes en français",
  missing: "Le français manque",
  copy: "Copier les lignes anglaises",
  copyOf: (name) => `Copier les lignes anglaises\u00a0: ${name}`,
  checked:
    "J’ai vérifié ce texte français, ou mon conseil juridique l’a vérifié. Tant que vous ne l’enregistrez pas, la page indique qu’il s’agit d’un brouillon.",
  countMissing: (count) =>
    count === 1
      ? "Le français manque pour 1\u00a0texte. Les pages françaises affichent l’anglais."
      : `Le français manque pour ${count}\u00a0textes. Les pages françaises affichent l’anglais.`,
  countMissingHere: (count) => `Le français manque pour ${plural(count, "texte", "textes")}`,
};

export const index: typeof english.index = {
  search: "Rechercher dans les paramètres",
  sections: "Sections",
  notSavedYet: "(pas encore enregistré)",
  codesInUse: (count) =>
    count > 0 ? plural(count, "code en vigueur", "codes en vigueur") : "Aucun code en vigueur",
  more: "Autres pages",
  pages: {
    emails: { title: "Courriels", about: "Les textes de ce que les clients reçoivent" },
    webhooks: {
      title: "Webhooks",
      about: "Informez vos autres programmes de ce qui se passe",
    },
    history: {
      title: "Historique des paramètres",
      about: "Chaque modification, et qui l’a faite",
    },
  },
  feed: (address) => (
    <>
      Google Merchant Center et Meta lisent vos outils à l’adresse {address}, que vous y entrez
      comme flux de produits.
    </>
  ),
  nothingFound: "Aucun paramètre ne correspond à cette recherche.",
  found: (count) => plural(count, "résultat", "résultats"),
  inSection: (section) => `dans «\u00a0${section}\u00a0»`,
};

export const home: typeof english.home = {
  view: "Modifier ou voir l’aperçu",
  edit: "Modifier",
  preview: "Aperçu",
  undo: "Annuler",
  redo: "Rétablir",
  undone: (setting) => `Annulé\u00a0: ${setting}`,
  redone: (setting) => `Rétabli\u00a0: ${setting}`,
  width: "Largeur de l’aperçu",
  phone: "Téléphone",
  desktop: "Ordinateur",
  frame: "Votre page d’accueil avec ces modifications",
};

export const look: typeof english.look = {
  logo: "Logo",
  logoHint:
    "Remplace le nom dans l’en-tête, et figure sur les reçus et les bordereaux d’expédition. PNG, JPEG ou WebP, de préférence avec un fond transparent.",
  onLight: (name) => `${name} sur les pages claires`,
  onDark: (name) => `${name} sur les pages sombres`,
  accent: "Couleur des boutons et des liens",
  useFirst: "Utiliser la couleur d’origine",
  sample: "Bouton",
  papers: {
    light: "Pages claires",
    dark: "Pages sombres",
  },
  readable: "Un texte de cette couleur se lit bien sur toutes les pages.",
  darker:
    "Nous l’affichons plus foncée sur les pages claires, pour que le texte reste facile à lire.",
  lighter:
    "Nous l’affichons plus claire sur les pages sombres, pour que le texte reste facile à lire.",
  darkerAndLighter:
    "Nous l’affichons plus foncée sur les pages claires et plus claire sur les pages sombres, pour que le texte reste facile à lire.",
};

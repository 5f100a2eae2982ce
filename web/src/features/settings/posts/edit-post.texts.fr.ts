import type { texts as english } from "./edit-post.texts.en.ts";

export const texts: typeof english = {
  blogPosts: "Articles du blogue",
  newPost: "Nouvel article",
  editPost: "Modifier l’article",
  editTitle: (title) => `Modifier «\u00a0${title}\u00a0»`,
  noSuchPost: "Article introuvable",
  noSuchPostHint: "Il a été supprimé, ou le lien est erroné.",
  loading: "Chargement de l’article",

  labels: {
    title: "Titre",
    text: "Texte",
    picture: "Image",
    pictureAlt: "Texte de remplacement",
    status: "État",
  },
  statuses: { draft: "Brouillon, non affiché aux visiteurs", published: "Publié" },
  titleRequired: "Le titre est obligatoire",
  addressStays: (address) => `Son adresse reste ${address}`,
  textRequired: "Le texte est obligatoire",
  textHint:
    "Une ligne vide commence un nouveau paragraphe. # donne un titre, - une liste, **gras** du texte en gras, et [texte](/tool) un lien.",
  pictureHint: "Les images verticales donnent le meilleur résultat. JPEG, PNG ou WebP.",
  asVisitorsSee: "Telle que les visiteurs la voient",
  pictureAltHint: "Décrit l’image pour les personnes qui ne peuvent pas la voir.",
  statusHint: "La publication donne à un brouillon la date d’aujourd’hui.",

  changedByOther:
    "Une autre personne a modifié cet article depuis que vous l’avez ouvert. Veuillez le vérifier, puis enregistrer de nouveau.",
  save: "Enregistrer",
  saving: "Enregistrement…",
  uploading: "Téléversement…",
  draftSaved: "Brouillon enregistré",
  published: "Article publié",
  cancel: "Annuler",
  preview: "Aperçu",
  noTitle: "Pas encore de titre",
  textChanged: "Le texte a changé. Appuyez de nouveau sur «\u00a0Aperçu\u00a0».",
};

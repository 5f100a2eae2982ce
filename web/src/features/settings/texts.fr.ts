import type {
  conflictTexts as englishConflicts,
  uploadField as englishUpload,
} from "./texts.en.ts";

export const uploadField: typeof englishUpload = {
  uploading: "Téléversement…",
  choose: "Choisissez une image, ou déposez-en une ici.",
  remove: (label) => `Retirer\u00a0: ${label}`,
};

export const conflictTexts: typeof englishConflicts = {
  title: "Modifié par vous deux",
  about: "Votre texte est toujours dans le formulaire. Si vous l’enregistrez, il remplace l’autre.",
  savedBy: {
    owner: "Enregistré par l’autre propriétaire",
    person: "Enregistré par l’autre personne",
  },
  yours: "Votre version",
  take: "Utiliser l’autre version",
  takeFor: (label) => `Utiliser l’autre version\u00a0: ${label}`,
  empty: "vide",
};

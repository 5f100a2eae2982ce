import type { texts as english } from "./editor.texts.en.tsx";

export const texts: typeof english = {
  emails: "Courriels",
  email: "Courriel",
  noSuchEmail: "Courriel introuvable",
  noSuchEmailHint: "La liste des courriels les contient tous.",
  loading: "Chargement du courriel",
  labels: { subject: "Objet", opening: "Introduction" },
  openingHint:
    "La salutation se trouve au-dessus. Ce que le client doit savoir et les liens viennent après.",
  placeholders: (names) => <>Dans les deux champs, vous pouvez utiliser {names}</>,
  save: "Enregistrer",
  saving: "Enregistrement…",
  saved: "Courriel enregistré",
  savedDefault: "Le courriel a repris ses textes par défaut",
  reset: "Rétablir les textes par défaut",
  preview: "Aperçu",
  previewHint: "Avec un client et une commande fictifs.",
  sendTest: "M’envoyer un essai",
  sentTo: (recipient) => `Envoyé à ${recipient}`,
  notSentTo: (recipient, answer) =>
    `Non envoyé à ${recipient}. Le serveur de courriel a répondu\u00a0: ${answer}`,
  saveFirst: "Veuillez d’abord enregistrer",
};

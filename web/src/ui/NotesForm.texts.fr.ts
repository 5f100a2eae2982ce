import type { texts as english } from "./NotesForm.texts.en.ts";

export const texts: typeof english = {
  saved: "Les notes sont enregistrées",
  yourNotes: "Vos notes",
  whoReads:
    "Les clients ne les voient pas dans la boutique. Les clients qui téléchargent leurs données reçoivent aussi ces notes.",
  savedByOthers: "Enregistré entre-temps par une autre personne\u00a0:",
  noNotes: "Aucune note",
  useThisText: "Utiliser ce texte",
  keepMine: "Garder le mien",
  save: "Enregistrer les notes",
};

import { plural } from "../money.ts";
import type { texts as english } from "./CsvImport.texts.en.ts";

export const texts: typeof english = {
  chooseFile: "Choisir un fichier",
  counts: ({ addedCount, changedCount, unchangedCount, skippedCount }) => {
    const parts = [
      plural(addedCount, "ligne ajoutée", "lignes ajoutées"),
      changedCount !== undefined && plural(changedCount, "modifiée", "modifiées"),
      unchangedCount > 0 && plural(unchangedCount, "déjà connue", "déjà connues"),
      skippedCount > 0 && plural(skippedCount, "refusée", "refusées"),
    ];
    return `${parts.filter(Boolean).join(", ")}.`;
  },
  row: (line, detail) => `Ligne ${line}\u00a0: ${detail}`,
};

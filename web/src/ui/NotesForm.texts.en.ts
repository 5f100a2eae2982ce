export const texts = {
  saved: "The notes are saved",
  yourNotes: "Your notes",
  whoReads:
    "Customers don’t see them in the shop. Customers who download their data also get these notes.",
  savedByOthers: "Saved by someone else meanwhile:",
  noNotes: "No notes",
  useThisText: "Use this text",
  keepMine: "Keep mine",
  save: "Save notes",
};

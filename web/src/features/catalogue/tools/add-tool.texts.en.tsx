import type { ReactNode } from "react";

export const texts = {
  title: "Add Tool",
  savedAsDraft: (tool: ReactNode) => <>{tool} is saved as a draft. Customers don’t see it yet.</>,
  inCatalogue: (tool: ReactNode) => <>{tool} is now in the catalogue.</>,
  seeInShop: "See it in the shop",
  manageTools: "Manage Tool",
  unknown: "We do not know whether the tool was added. Check Manage Tool before you try again.",
  notAdded: "Tool not added",
  added: "Tool added",
  add: "Add Tool",
  adding: "Adding the tool …",
  saveAsDraft: "Save as draft",
};

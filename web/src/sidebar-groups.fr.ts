import type { groups as english } from "./sidebar-groups.en.ts";

export const groups: typeof english = {
  Orders: "Commandes",
  Tools: "Outils",
  Customers: "Clients",
  Money: "Argent",
  Shop: "Boutique",
  Account: "Compte",
};

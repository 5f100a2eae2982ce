import { plural } from "./money.ts";
import type { counted as english } from "./words.en.ts";

export const counted: typeof english = {
  tools: (count) => plural(count, "outil", "outils"),
  pieces: (count) => plural(count, "pièce", "pièces"),
  orders: (count) => plural(count, "commande", "commandes"),
  purchases: (count) => plural(count, "achat", "achats"),
  reviews: (count) => plural(count, "avis", "avis"),
  customers: (count) => plural(count, "client", "clients"),
  rows: (count) => plural(count, "ligne", "lignes"),
  pictures: (count) => plural(count, "image", "images"),
  days: (count) => plural(count, "jour", "jours"),
  minutes: (count) => plural(count, "minute", "minutes"),
};

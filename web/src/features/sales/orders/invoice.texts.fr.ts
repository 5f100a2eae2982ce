import type { texts as english } from "./invoice.texts.en.ts";

export const texts: typeof english = {
  title: "Facture",
  soldTo: "Vendu à",
  shipTo: "Expédier à",
};

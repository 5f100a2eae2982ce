import type { texts as english } from "./FileDownload.texts.en.ts";

export const texts: typeof english = {
  downloadFiles: "Télécharger des fichiers",
  aboutFiles:
    "Des fichiers pour un tableur. Laissez les jours vides pour tout télécharger. Les jours sont dans le fuseau horaire de la boutique.",
  firstDay: "Premier jour",
  lastDay: "Dernier jour",
  lastMonth: "Mois dernier",
  files: {
    payments: "Paiements",
    refunds: "Remboursements",
    orders: "Commandes",
    purchases: "Achats",
  },
  downloads: {
    payments: "Télécharger les paiements",
    refunds: "Télécharger les remboursements",
    orders: "Télécharger les commandes",
    purchases: "Télécharger les achats",
  },
  download: "Télécharger",
  format: "Format",
  aboutFormats:
    "Les fichiers Excel s’ouvrent dans tous les tableurs. Le format CSV sert à d’autres programmes.",
};

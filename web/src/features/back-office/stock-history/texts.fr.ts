import { formatCount, plural } from "../../../money.ts";
import type { texts as english } from "./texts.en.ts";

const changes = (count: number) => plural(count, "changement", "changements");

export const texts: typeof english = {
  titleOf: (title, tool) => `${title}\u00a0: ${tool}`,
  editTool: "Modifier l’outil",
  changes,
  changesAndStock: (count, stock) =>
    `${changes(count)}, ${formatCount(stock)} en stock actuellement`,
  download: "Télécharger l’historique du stock",
  loading: "Chargement de l’historique du stock",
  list: "Historique du stock",
  inStock: (stock) => `${formatCount(stock)} en stock`,
  causes: {
    demo: "Démonstration",
    added: "Ajout",
    edited: "Modification",
    imported: "Importation",
    counted: "Inventaire",
    ordered: "Commande",
    order_deleted: "Commande supprimée",
    order_expired: "Commande expirée",
    order_refunded: "Commande remboursée",
  },
};

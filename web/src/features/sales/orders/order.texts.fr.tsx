import type { texts as english } from "./order.texts.en.tsx";

export const texts: typeof english = {
  showDetails: "Afficher les détails",
  hideDetails: "Masquer les détails",
  progressOf: (order) => `Progression de la commande\u00a0: ${order}`,
  shipTo: "Expédier à",
  noAddress: "Aucune adresse indiquée",
  phone: "Téléphone",
  noPhone: "Aucun numéro indiqué",
  tracking: "Suivi",
  order: "Commande",
  payment: "Paiement",
  price: "Prix",
  receipt: "Reçu",
  receiptFor: (order) => `Reçu\u00a0: ${order}`,
  shipAll: "Tout expédier",
  shipAllOf: (number, customer) => `Tout expédier\u00a0: commande ${number}, pour ${customer}`,
  orderOf: (number, title) => `la commande ${number} (${title})`,
  orderFor: (number, title, customer) => (
    <>
      la commande {number} ({title}), pour {customer}
    </>
  ),
  deleted: (tool) => `Commande supprimée\u00a0: ${tool}`,
};

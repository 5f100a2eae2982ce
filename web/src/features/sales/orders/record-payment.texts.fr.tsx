import type { texts as english } from "./record-payment.texts.en.tsx";

export const texts: typeof english = {
  title: "Enregistrer un paiement",
  name: (order, customer) => `Enregistrer un paiement\u00a0: ${order}, pour ${customer}`,
  orderFor: (order, customer) => (
    <>
      {order}, pour {customer}
    </>
  ),
  orderOfSeveral: (number, tools) => `Commande ${number}, ${tools}`,
  paid: (order) => `La commande ${order} est payée`,
  effect: "La commande compte comme payée. Tout paiement par carte déjà commencé est annulé.",
  effectAndEmail:
    "La commande compte comme payée, et le client reçoit un courriel. Tout paiement par carte déjà commencé est annulé.",
  effectOnAll:
    "La commande compte comme payée, avec tous ses outils. Tout paiement par carte déjà commencé est annulé.",
  effectOnAllAndEmail:
    "La commande compte comme payée, avec tous ses outils, et le client reçoit un courriel. Tout paiement par carte déjà commencé est annulé.",
  record: "Enregistrer le paiement",
};

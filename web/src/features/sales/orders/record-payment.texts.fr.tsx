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
  effect: "La commande devient payée. Un paiement par carte commencé est annulé.",
  effectAndEmail:
    "La commande devient payée, et le client reçoit un courriel. Un paiement par carte commencé est annulé.",
  effectOnAll:
    "La commande devient payée, avec tous ses outils. Un paiement par carte commencé est annulé.",
  effectOnAllAndEmail:
    "La commande devient payée, avec tous ses outils, et le client reçoit un courriel. Un paiement par carte commencé est annulé.",
  record: "Enregistrer le paiement",
};

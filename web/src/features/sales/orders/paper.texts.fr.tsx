import { plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./paper.texts.en.tsx";

export const texts: typeof english = {
  print: "Imprimer",
  order: (number) => `commande ${number}`,
  backToOrder: (number) => `Commande ${number}`,
  placedOn: (date) => <>Passée le {date}</>,
  orders: counted.orders,
  ordersWithout: (orders, missing) =>
    `${counted.orders(orders)}. ${plural(missing, "commande de la liste est supprimée", "commandes de la liste sont supprimées")}.`,
  notFound: "Commande introuvable",
  notFoundHint: "Elle a été supprimée, ou elle appartient à un autre compte.",
  loading: "Chargement de la commande",

  from: "De",
  shipTo: "Expédier à",
  forCustomer: "Pour",
  noAddress: "Aucune adresse indiquée",
  returns: (address) => `Retours\u00a0: ${address}`,
  returnsOrEmail: (address, email) => `Retours\u00a0: ${address}, ou écrivez à ${email}`,

  tool: "Outil",
  sku: "UGS",
  quantity: "Quantité",
  price: "Prix",
  total: "Total",

  toBePaid: "Conditions de paiement\u00a0: à payer avant l’expédition.",
  toBePaidBy: (deadline) => (
    <>
      Conditions de paiement{"\u00a0"}: à payer au plus tard le {deadline}, avant l’expédition.
    </>
  ),
  byCard: " par carte",
  paid: (how) => `Conditions de paiement\u00a0: payé en entier${how}.`,
  paidOn: (how, date) => (
    <>
      Conditions de paiement{"\u00a0"}: payé en entier{how} le {date}.
    </>
  ),
  transactionId: "Numéro de transaction",
};

import type { texts as english, slipTexts as englishSlip } from "./purchase.texts.en.tsx";

export const texts: typeof english = {
  allTools: "Tous les outils",
  title: "Achat",
  notForSale: "Cet outil n’est plus en vente",
  notForSaleHint: "Il n’est plus disponible, ou le lien est erroné.",
  loading: "Chargement de l’outil…",
  price: "Prix",
  availableQuantity: "Quantité disponible",
  minimumQuantity: "Quantité minimale",
  priceChanged: (from, to) => `Le prix est passé de ${from} à ${to}.`,

  yourOrder: "Votre commande",
  justOrdered: (link, page) => (
    <>
      Vous avez commandé cet outil il y a un instant. Avant de commander de nouveau, consultez la
      page {"«\u00a0"}
      {link(page)}
      {"\u00a0»"}.
    </>
  ),
  severalTools: "pour acheter plusieurs outils avec un seul paiement",
  address: "Adresse",
  phone: "Téléphone",
  name: "Nom",
  email: "Courriel",
  whereToSend: "Où devons-nous l’envoyer?",
  outOfStock: "En rupture de stock",
  placing: "Envoi de la commande…",
  purchase: "Acheter",
  confirmed: "Achat confirmé",
};

export const slipTexts: typeof englishSlip = {
  title: "Votre commande est passée",
  tool: "Outil",
  totalPrice: "Prix total",
  toPay: "À payer",
  shipTo: "Expédier à",
  noAddress: "Aucune adresse indiquée",
  phone: "Téléphone",
  reserved: "Vos outils sont réservés. Nous les expédions une fois qu’ils sont payés.",
  reservedUntil: (deadline) => (
    <>
      Vos outils sont réservés jusqu’au {deadline}. Nous les expédions une fois qu’ils sont payés.
    </>
  ),
  howToPay: "Comment payer",
  howToPayOrder: (order) => `Comment payer la commande ${order}`,
  payNow: "Payer maintenant",
  myOrders: "Mes commandes",
  orderAnother: "Commander autre chose",
};

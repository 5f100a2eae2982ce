import { formatCount } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english } from "./refund.texts.en.tsx";

export const texts: typeof english = {
  title: (customer) => <>Rembourser la commande à {customer}?</>,
  orderFor: (order, email) => (
    <>
      {order}, pour {email}
    </>
  ),
  alreadyRefunded: "Cette commande a déjà été remboursée. L’argent n’est rendu qu’une fois.",
  close: "Fermer",
  wentBack: (amount) => `Déjà rendu\u00a0: ${amount}.`,
  wentBackOf: (amount, total) => `Déjà rendu\u00a0: ${amount} sur ${total}.`,

  howMuch: "Combien",
  thisTool: "Cet outil",
  theRest: "Le reste",
  allOfIt: "La totalité",
  pieces: "Des pièces",
  anAmount: "Un montant",
  amount: (most) => `Montant, moins de ${most}`,
  amountHint: "Avec les taxes, sans la livraison.",
  reason: "Raison",
  reasonHint: "Le client la lit dans un courriel.",
  returnedBy: "Mode de remboursement",
  note: "Note",
  noteHint: "Seule la boutique la voit.",

  loadingRest: "Chargement de ce qui reste",
  piecesLeft: (pieces, amount) => `Reste\u00a0: ${counted.pieces(pieces)}, ${amount}`,
  piecesOf: (tool) => `Pièces\u00a0: ${tool}`,
  piecesRange: (most) => `Veuillez entrer de 0 à ${counted.pieces(most)}.`,
  delivery: "La livraison",

  restockOne: "Remettre la pièce en vente",
  restock: (pieces) => `Remettre les ${formatCount(pieces)} pièces en vente`,
  restockHint: "Ne cochez pas la case si elles ne peuvent pas être vendues de nouveau.",
  wereShipped:
    "Les pièces ont été expédiées. Elles ne sont donc pas remises en vente. Si elles reviennent, ajoutez-les à la quantité disponible à la page «\u00a0Gérer les outils\u00a0».",

  enterAmount: (most) => `Veuillez entrer un montant inférieur à ${most}.`,
  piecesLoading: "Les pièces se chargent. Veuillez appuyer de nouveau dans un instant.",
  choosePieces: "Veuillez choisir les pièces à rembourser.",

  goesBack: "À rembourser",
  returnYourself:
    "Rendez l’argent vous-même\u00a0: cette commande n’a pas été payée par carte. La boutique enregistre le remboursement et avise le client.",
  goesToCard: "L’argent retourne sur la carte qui a servi au paiement.",
  toolNotShipped: "L’outil ne sera pas expédié.",
  orderNotShipped: "La commande ne sera pas expédiée.",
  orderStays: "La commande reste telle quelle.",
  cannotUndo: "Cette action est irréversible.",

  cancel: "Annuler",
  refunding: "Remboursement…",
  calculating: "Calcul…",
  refund: "Rembourser",
  refundAmount: (amount) => `Rembourser ${amount}`,

  refused:
    "Le fournisseur de paiement a refusé ce remboursement. La page «\u00a0Comptes\u00a0» dit pourquoi",
  refunded: (amount, customer) => `Remboursement de ${amount} à ${customer}`,
  wasRefunded: "Cette commande était déjà remboursée. L’argent n’est rendu qu’une fois",
  paymentsDisabled:
    "Le paiement par carte est désactivé. La boutique ne peut donc pas rembourser cette commande. Rien n’a été modifié.",
  askAgain: (message) =>
    `${message} L’argent n’est rendu qu’une fois, même si vous le demandez plusieurs fois.`,
};

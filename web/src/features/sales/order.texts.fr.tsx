import { formatCount } from "../../money.ts";
import { counted } from "../../words.en.ts";
import type { texts as english } from "./order.texts.en.tsx";

export const texts: typeof english = {
  paidAndShipped: (day) => <>Payée, expédiée le {day}</>,
  paidToShip: "Payée, à expédier",
  refundedOf: (refunded, total) => `Remboursement de ${refunded} sur ${total}`,
  refundedPieces: (refunded, total, pieces, ordered) =>
    `Remboursement de ${refunded} sur ${total}, ${counted.pieces(pieces)} sur ${formatCount(ordered)}`,
  followParcel: "Suivre le colis",
  otherCarrier: "Autre",
  trackParcel: "Suivre le colis",
  newTab: "(s’ouvre dans un nouvel onglet)",
};

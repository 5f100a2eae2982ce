import type { ReactNode } from "react";
import { formatCount } from "../../money.ts";
import { counted } from "../../words.en.ts";

export const texts = {
  paidAndShipped: (day: ReactNode) => <>Paid, shipped {day}</>,
  paidToShip: "Paid, to ship",
  refundedOf: (refunded: string, total: string) => `Refunded ${refunded} of ${total}`,
  refundedPieces: (refunded: string, total: string, pieces: number, ordered: number) =>
    `Refunded ${refunded} of ${total}, ${formatCount(pieces)} of ${counted.pieces(ordered)}`,
  followParcel: "Follow the parcel",
  otherCarrier: "Other",
  trackParcel: "Track parcel",
  newTab: "(opens in a new tab)",
};

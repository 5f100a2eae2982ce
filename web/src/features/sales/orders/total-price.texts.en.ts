import type { Charge } from "../../../api/config.ts";
import { listed } from "../../../listed.ts";

const CHARGES = { delivery: "delivery", taxes: "taxes" } satisfies Record<Charge, string>;

const chargesText = (charges: Charge[]) => listed(charges.map((charge) => CHARGES[charge]));

/** The total of an order, and what comes on top. */
export const texts = {
  totalPrice: "Total price",
  /** Follows the total and the letters of its currency. */
  andCharges: (charges: Charge[]) => `, and ${chargesText(charges)}`,
  /** Follows an amount with charges inside. */
  withCharges: (charges: Charge[]) => ` with ${chargesText(charges)}`,
};

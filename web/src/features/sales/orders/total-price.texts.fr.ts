import type { Charge } from "../../../api/config.ts";
import { listed } from "../../../listed.ts";
import type { texts as english } from "./total-price.texts.en.ts";

const CHARGES: Record<Charge, string> = { delivery: "la livraison", taxes: "les taxes" };

const chargesText = (charges: Charge[]) => listed(charges.map((charge) => CHARGES[charge]));

export const texts: typeof english = {
  totalPrice: "Prix total",
  andCharges: (charges) => `, plus ${chargesText(charges)}`,
  withCharges: (charges) => ` avec ${chargesText(charges)}`,
};

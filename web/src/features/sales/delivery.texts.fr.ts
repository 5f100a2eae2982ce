import { formatCount } from "../../money.ts";
import { counted } from "../../words.en.ts";
import type { texts as english } from "./delivery.texts.en.ts";

/** `3 à 8 jours`, `8 jours au plus`, `1 jour` */
function days(from: number, to: number): string {
  if (from === to) return counted.days(to);
  return from === 0 ? `${counted.days(to)} au plus` : `${formatCount(from)} à ${counted.days(to)}`;
}

export const texts: typeof english = {
  days,
  today: "aujourd’hui",
  readyToday: "prête aujourd’hui",
  readyIn: (from, to) => `prête dans ${days(from, to)}`,
  pickUpToday: "Ramassage\u00a0: commande prête aujourd’hui",
  pickUpIn: (from, to) => `Ramassage\u00a0: commande prête dans ${days(from, to)}`,
  deliveryToday: "Livraison aujourd’hui",
  deliveryIn: (from, to) => `Livraison en ${days(from, to)}`,
};

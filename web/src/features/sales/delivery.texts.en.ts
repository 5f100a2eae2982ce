import { formatCount } from "../../money.ts";
import { counted } from "../../words.en.ts";

/** `3 to 8 days`, `up to 8 days`, `1 day` */
function days(from: number, to: number): string {
  if (from === to) return counted.days(to);
  return from === 0 ? `up to ${counted.days(to)}` : `${formatCount(from)} to ${counted.days(to)}`;
}

export const texts = {
  days,
  today: "today",
  readyToday: "ready today",
  readyIn: (from: number, to: number) => `ready in ${days(from, to)}`,
  pickUpToday: "Pick-up: ready today",
  pickUpIn: (from: number, to: number) => `Pick-up: ready in ${days(from, to)}`,
  deliveryToday: "Delivery today",
  deliveryIn: (from: number, to: number) => `Delivery in ${days(from, to)}`,
};

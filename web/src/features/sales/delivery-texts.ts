import type { Quote } from "../../api/basket.ts";
import { texts } from "./delivery.texts.en.ts";

type Days = Pick<Quote["methods"][number], "daysFrom" | "daysTo" | "pickUp">;

/** `3 to 8 days`. A pick-up is ready then. */
export function daysText({ daysFrom, daysTo, pickUp }: Days): string {
  if (daysTo === 0) return pickUp ? texts.readyToday : texts.today;
  return pickUp ? texts.readyIn(daysFrom, daysTo) : texts.days(daysFrom, daysTo);
}

/** `Delivery in 3 to 8 days` */
export function deliveryText({ daysFrom, daysTo, pickUp }: Days): string {
  if (daysTo === 0) return pickUp ? texts.pickUpToday : texts.deliveryToday;
  return pickUp ? texts.pickUpIn(daysFrom, daysTo) : texts.deliveryIn(daysFrom, daysTo);
}

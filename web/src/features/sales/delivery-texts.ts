import type { Quote } from "../../api/basket.ts";
import { pluralizeRange } from "../../money.ts";

type Days = Pick<Quote["methods"][number], "daysFrom" | "daysTo" | "pickUp">;

/** `3 to 8 days`. A pick-up is ready then. */
export function daysText({ daysFrom, daysTo, pickUp }: Days): string {
  if (daysTo === 0) return pickUp ? "ready today" : "today";
  const days = pluralizeRange(daysFrom, daysTo, "day");
  return pickUp ? `ready in ${days}` : days;
}

/** `Delivery in 3 to 8 days` */
export function deliveryText(method: Days): string {
  const days = daysText(method);
  if (method.pickUp) return `Pick-up: ${days}`;
  return method.daysTo === 0 ? "Delivery today" : `Delivery in ${days}`;
}

import type { Purchase } from "../../api/client.ts";
import { formatDays } from "../../date.ts";
import { texts } from "./arrival.texts.en.ts";

type Delivery = Pick<NonNullable<Purchase["delivery"]>, "pickUp" | "daysFrom" | "daysTo">;

/** `Dec 1 to 8`, from the day of the order on, as the sum and the e-mails count. */
export const arrivalDays = (createdAt: string, { daysFrom, daysTo }: Delivery) =>
  formatDays(createdAt, daysFrom, daysTo);

/** The street of an address. The recipient's name may stand before it, and the town is last. */
function streetOf(address: string) {
  const parts = address.split(/,|\n/).map((part) => part.trim());
  return parts.slice(0, -1).find((part) => /\d/.test(part)) ?? parts[0];
}

/** `Arrives Dec 1 to 8`, or `Ready Dec 1 to 8` to be picked up. */
export function arrivesText(createdAt: string, delivery: Delivery): string {
  const days = arrivalDays(createdAt, delivery);
  return delivery.pickUp ? texts.ready(days) : texts.arrives(days);
}

/** `Arrives Dec 1 to 8 at 12 Fern Lane`. Undefined without a delivery method. */
export function arrivalText(
  { createdAt, delivery, address }: Pick<Purchase, "createdAt" | "delivery" | "address">,
  shopAddress: string,
): string | undefined {
  if (!delivery) return undefined;
  const street = streetOf(delivery.pickUp ? shopAddress : address);
  if (!street) return arrivesText(createdAt, delivery);
  const days = arrivalDays(createdAt, delivery);
  return delivery.pickUp ? texts.readyAt(days, street) : texts.arrivesAt(days, street);
}

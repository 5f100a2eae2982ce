import type {
  ExpressCheckoutPartialAddress,
  LineItem,
  ShippingAddress,
  ShippingRate,
} from "@stripe/stripe-js";
import type { Quote } from "../../api/basket.ts";
import { toCents } from "../../money.ts";
import type { Province } from "../../provinces.ts";
import type { partsOf } from "./address.ts";
import { daysText } from "./delivery-texts.ts";
import { taxText } from "./sum-texts.ts";
import { texts } from "./wallet.texts.en.ts";

/** What both sides name. Apple Pay and Google Pay are cards. */
export const PAYMENT_METHOD_TYPES = ["card", "link"];

type Charged = Pick<Quote, "goods" | "shipping" | "taxes" | "total"> &
  Partial<Pick<Quote, "method" | "methods">>;

/** The parts of the total in cents, so that they add up to it. A wallet refuses parts that are more than the total. */
export function lineItemsOf({ goods, shipping, taxes, total, method }: Charged): LineItem[] {
  const items = [
    { name: texts.goods, amount: toCents(goods) },
    ...(method ? [{ name: texts.delivery, amount: toCents(shipping) }] : []),
    ...taxes.map((tax) => ({ name: taxText(tax), amount: toCents(tax.amount) })),
  ];
  const rest = toCents(total) - items.reduce((sum, { amount }) => sum + amount, 0);
  return rest === 0 ? items : [...items, { name: texts.discount, amount: rest }];
}

/** A wallet that asks for an address wants a delivery. */
const ONLY_RATE: ShippingRate = { id: "delivery", displayName: texts.delivery, amount: 0 };

/** The deliveries that fit. Wallets choose the first one. */
export function ratesOf({ methods = [], method }: Partial<Charged>): ShippingRate[] {
  const rates = methods.map((one) => ({
    id: one.id,
    displayName: one.name,
    amount: toCents(one.price),
    deliveryEstimate: daysText(one),
  }));
  const chosen = rates.filter(({ id }) => id === method);
  return methods.length > 0
    ? [...chosen, ...rates.filter((rate) => !chosen.includes(rate))]
    : [ONLY_RATE];
}

/** The method of a rate. Undefined if the shop charges no deliveries. */
export const methodOf = (rate: Pick<ShippingRate, "id"> | undefined) =>
  rate && rate.id !== ONLY_RATE.id ? rate.id : undefined;

/** Apple Pay tells the first three characters of the postal code alone before the customer agrees. */
export const placeOfWallet = ({
  state,
  postal_code,
}: Pick<ExpressCheckoutPartialAddress, "state" | "postal_code">) => ({
  ...(state && { province: state as Province }),
  ...(postal_code.trim() && { postalCode: postal_code.trim() }),
});

const LONGEST_UNIT = 30;

/** The whole address, as the checkout takes it. */
export function addressOfWallet({
  name,
  address: { line1, line2, city, ...place },
}: ShippingAddress): ReturnType<typeof partsOf> {
  const second = line2?.trim() ?? "";
  const isUnit = second.length <= LONGEST_UNIT;
  return {
    name,
    street: isUnit ? line1 : `${line1}, ${second}`,
    ...(second && isUnit && { unit: second }),
    city,
    postalCode: "",
    ...placeOfWallet(place),
  };
}

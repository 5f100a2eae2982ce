import { listed } from "../../../../listed.ts";
import { formatPrice } from "../../../../money.ts";
import { PROVINCES, type Province } from "../../../../provinces.ts";
import type { Typed } from "./numbers.ts";

/** As the setting has it, with what is being typed. The order of the members is the server's. */
export interface DeliveryMethod {
  id: string;
  name: string;
  text: string;
  isPickUp: boolean;
  provinces: Province[];
  /** The first three characters of postal codes. */
  areas: string[];
  prices: DeliveryPrices;
  daysFrom: Typed;
  daysTo: Typed;
}

export type DeliveryPrices =
  | { by: "goods"; steps: GoodsStep[] }
  | { by: "weight"; steps: WeightStep[] };

interface GoodsStep {
  from: Typed;
  price: Typed;
}

interface WeightStep {
  /** Grams. */
  upTo: Typed;
  price: Typed;
}

export const PRICE_KINDS = {
  one: "One price",
  goods: "By total",
  weight: "By weight",
};

export type PriceKind = keyof typeof PRICE_KINDS;

export const kindOf = ({ by, steps }: DeliveryPrices): PriceKind =>
  by === "weight" ? "weight" : steps.length > 1 ? "goods" : "one";

/** The first prices of a kind, with the price that there was. */
export function pricesOf(kind: PriceKind, now: DeliveryPrices): DeliveryPrices {
  const price = now.steps[0]?.price ?? 0;
  if (kind === "weight") return { by: "weight", steps: [{ upTo: 30_000, price }] };
  const first = { from: 0, price };
  return { by: "goods", steps: kind === "one" ? [first] : [first, { from: 150, price: 0 }] };
}

const FLAT: DeliveryMethod = {
  id: "delivery",
  name: "Delivery",
  text: "",
  isPickUp: false,
  provinces: [],
  areas: [],
  prices: { by: "goods", steps: [{ from: 0, price: 15 }] },
  daysFrom: 3,
  daysTo: 8,
};

/** What most shops begin with, by the text of its button. */
export const PRESETS: Record<string, DeliveryMethod> = {
  "One price": FLAT,
  "Free from an amount": {
    ...FLAT,
    prices: {
      by: "goods",
      steps: [
        { from: 0, price: 15 },
        { from: 150, price: 0 },
      ],
    },
  },
  "By weight": {
    ...FLAT,
    id: "parcel",
    name: "Parcel",
    prices: {
      by: "weight",
      steps: [
        { upTo: 2_000, price: 12 },
        { upTo: 10_000, price: 20 },
        { upTo: 30_000, price: 35 },
      ],
    },
  },
  "Pick-up at the shop": {
    ...FLAT,
    id: "pick-up",
    name: "Pick-up at the shop",
    isPickUp: true,
    prices: { by: "goods", steps: [{ from: 0, price: 0 }] },
    daysFrom: 1,
    daysTo: 2,
  },
  "Local delivery": {
    ...FLAT,
    id: "local",
    name: "Local delivery",
    // To be entered. None at all would mean everywhere.
    areas: [""],
    prices: { by: "goods", steps: [{ from: 0, price: 8 }] },
    daysFrom: 1,
    daysTo: 3,
  },
};

export function addedMethod(methods: DeliveryMethod[], preset: DeliveryMethod): DeliveryMethod {
  const isTaken = (id: string) => methods.some((method) => method.id === id);
  let id = preset.id;
  let count = 1;
  while (isTaken(id)) id = `${preset.id}-${++count}`;
  return { ...preset, id };
}

const isNumber = (value: Typed): value is number => typeof value === "number";

/** What the owner still has to enter. */
export function missingIn({ prices, areas, daysFrom, daysTo }: DeliveryMethod): string | undefined {
  const numbers = [daysFrom, daysTo, ...prices.steps.flatMap((step) => Object.values(step))];
  if (!numbers.every(isNumber)) return "Please correct the numbers that are marked.";
  return areas.includes("") ? "Please enter how the postal codes begin, such as J8X." : undefined;
}

const PROBLEMS = {
  name: /\bname\b/,
  text: /\bits text\b/i,
  days: /\bdays\b/,
  areas: /\bpostal codes?\b/,
  prices: /\b(?:prices?|weight)\b/,
};

/** The field that a refusal is about, as the words of the server and of `missingIn` tell. */
export const fieldOf = (problem: string) =>
  (Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]).find((field) =>
    PROBLEMS[field].test(problem),
  );

/** What the method does, or what is missing. */
export function describeMethod(method: DeliveryMethod): string {
  const missing = missingIn(method);
  if (missing) return missing;
  const { prices, daysFrom, daysTo } = method;
  const [first = "", ...more] = priceParts(prices);
  const days = daysText(daysFrom as number, daysTo as number);
  const place = method.isPickUp ? "at the shop" : placesText(method);
  const begin = prices.by === "weight" ? `by weight ${place}: ${first}` : `${first} ${place}`;
  const parts = [begin, ...more, method.isPickUp ? `ready ${days}` : days];
  const sentence = parts.join(", ");
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
}

const priceText = (price: Typed) => (price === 0 ? "free" : formatPrice(price as number));

function priceParts(prices: DeliveryPrices): string[] {
  if (prices.by === "goods")
    return prices.steps.map(({ from, price }) =>
      from === 0 ? priceText(price) : `${priceText(price)} from ${formatPrice(from as number)}`,
    );
  return prices.steps.map(({ upTo, price }) => `${priceText(price)} up to ${kilograms(upTo)}`);
}

const kilograms = (grams: Typed) => `${(grams as number) / 1_000} kg`;

function daysText(from: number, to: number): string {
  if (to === 0) return "the same day";
  const unit = to === 1 ? "day" : "days";
  if (from === to) return `in ${to} ${unit}`;
  return from === 0 ? `in up to ${to} ${unit}` : `in ${from} to ${to} ${unit}`;
}

function placesText({ provinces, areas }: DeliveryMethod): string {
  const places = provinces.length === 0 ? "" : listed(provinces.map((code) => PROVINCES[code]));
  if (areas.length === 0) return `to ${places || "all of Canada"}`;
  const codes = `to postal codes that begin with ${listed(areas, "or")}`;
  return places ? `${codes} in ${places}` : codes;
}

import type { components } from "../../../../api/schema.gen.ts";
import { assertNever } from "../../../../assert-never.ts";
import { formatPrice } from "../../../../money.ts";
import { missing as missingTexts, priceKinds, method as texts } from "./delivery.texts.en.ts";
import type { Drafted, Typed } from "./numbers.ts";
import type { MissingInRow } from "./rows.ts";

type StoredMethod = components["schemas"]["DeliveryMethod"] & {
  /** Empty or absent: French pages show the English ones. */
  frenchName?: string;
  frenchText?: string;
};

export type DeliveryMethod = Drafted<StoredMethod>;

export type DeliveryPrices = DeliveryMethod["prices"];

/** A step of either kind of prices. */
export interface PriceStep {
  /** What it begins at, or the grams that it goes up to. */
  limit: Typed;
  price: Typed;
}

export function stepsOf(prices: DeliveryPrices): PriceStep[] {
  switch (prices.by) {
    case "goods":
      return prices.steps.map(({ from, price }) => ({ limit: from, price }));
    case "weight":
      return prices.steps.map(({ upTo, price }) => ({ limit: upTo, price }));
    default:
      return assertNever(prices);
  }
}

export function pricesBy(by: DeliveryPrices["by"], steps: PriceStep[]): DeliveryPrices {
  switch (by) {
    case "goods":
      return { by, steps: steps.map(({ limit, price }) => ({ from: limit, price })) };
    case "weight":
      return { by, steps: steps.map(({ limit, price }) => ({ upTo: limit, price })) };
    default:
      return assertNever(by);
  }
}

export const PRICE_KINDS = priceKinds;

export type PriceKind = keyof typeof PRICE_KINDS;

export function kindOf({ by, steps }: DeliveryPrices): PriceKind {
  switch (by) {
    case "goods":
      return steps.length > 1 ? "goods" : "one";
    case "weight":
      return "weight";
    default:
      return assertNever(by);
  }
}

/** The first prices of a kind, with the price that there was. */
export function pricesOf(kind: PriceKind, now: DeliveryPrices): DeliveryPrices {
  const price = now.steps[0]?.price ?? 0;
  switch (kind) {
    case "one":
      return { by: "goods", steps: [{ from: 0, price }] };
    case "goods":
      return {
        by: "goods",
        steps: [
          { from: 0, price },
          { from: 150, price: 0 },
        ],
      };
    case "weight":
      return { by: "weight", steps: [{ upTo: 30_000, price }] };
    default:
      return assertNever(kind);
  }
}

/** The first names of methods, which the owner's shop has in both languages. */
const NAMES = {
  delivery: { name: "Delivery", frenchName: "Livraison" },
  parcel: { name: "Parcel", frenchName: "Colis" },
  pickUp: { name: "Pick-up at the shop", frenchName: "Ramassage à la boutique" },
  local: { name: "Local delivery", frenchName: "Livraison locale" },
};

const FLAT: DeliveryMethod = {
  id: "delivery",
  ...NAMES.delivery,
  text: "",
  isPickUp: false,
  provinces: [],
  areas: [],
  prices: { by: "goods", steps: [{ from: 0, price: 15 }] },
  daysFrom: 3,
  daysTo: 8,
};

/** What most shops begin with. The names stay in all languages, and the texts have a title for each. */
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
    ...NAMES.parcel,
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
    ...NAMES.pickUp,
    isPickUp: true,
    prices: { by: "goods", steps: [{ from: 0, price: 0 }] },
    daysFrom: 1,
    daysTo: 2,
  },
  "Local delivery": {
    ...FLAT,
    id: "local",
    ...NAMES.local,
    // The owner enters the area. No area at all would mean everywhere.
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
export function missingIn({
  prices,
  areas,
  daysFrom,
  daysTo,
}: DeliveryMethod): MissingInRow | undefined {
  const steps = stepsOf(prices).flatMap(({ limit, price }) => [limit, price]);
  if (![daysFrom, daysTo, ...steps].every(isNumber)) return { detail: missingTexts.numbers };
  return areas.includes("") ? { detail: missingTexts.areas, member: "areas" } : undefined;
}

export const isNameMissing = ({ name, frenchName }: DeliveryMethod) =>
  name.trim() !== "" && !frenchName?.trim();

export const isTextMissing = ({ text, frenchText }: DeliveryMethod) =>
  text.trim() !== "" && !frenchText?.trim();

/** Whether the method can be saved. */
export const isComplete = (method: DeliveryMethod): method is StoredMethod => !missingIn(method);

/** What the method does, or what is missing. */
export function describeMethod(method: DeliveryMethod): string {
  const missing = missingIn(method);
  if (missing) return missing.detail;
  const { prices, daysFrom, daysTo } = method;
  const [first = "", ...more] = priceParts(prices);
  const timeText = method.isPickUp ? texts.ready : texts.arrives;
  const time = timeText(daysFrom as number, daysTo as number);
  const place = method.isPickUp ? texts.atShop : placesText(method);
  return texts[prices.by](first, place, more, time);
}

const priceText = (price: Typed) => (price === 0 ? texts.free : formatPrice(price as number));

/** The prices in a few words: `$15.00, free from $150.00`. */
export const describePrices = (prices: DeliveryPrices) => priceParts(prices).join(", ");

function priceParts(prices: DeliveryPrices): string[] {
  switch (prices.by) {
    case "goods":
      return prices.steps.map(({ from, price }) =>
        from === 0
          ? priceText(price)
          : texts.fromTotal(priceText(price), formatPrice(from as number)),
      );
    case "weight":
      return prices.steps.map(({ upTo, price }) => texts.upTo(priceText(price), kilograms(upTo)));
    default:
      return assertNever(prices);
  }
}

const kilograms = (grams: Typed) => (grams as number) / 1_000;

function placesText({ provinces, areas }: DeliveryMethod): string {
  if (areas.length === 0)
    return provinces.length === 0 ? texts.everywhere : texts.toProvinces(provinces);
  return provinces.length === 0 ? texts.toAreas(areas) : texts.toAreasIn(areas, provinces);
}

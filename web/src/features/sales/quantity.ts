import type { Tool } from "../../api/client.ts";
import { formatCents, toCents } from "../../money.ts";
import { texts } from "./quantity.texts.en.ts";

interface Limits {
  minimumQuantity: number;
  availableQuantity: number;
}

/** The server's limit. Above it the form shows no total. */
export const MAX_QUANTITY = 1_000_000;

/** Why a typed quantity cannot be ordered. Undefined when it can. */
export function quantityError(typed: string, limits: Limits): string | undefined {
  const quantity = parseQuantity(typed);
  if (quantity === undefined) return texts.invalid;
  if (quantity < limits.minimumQuantity) return texts.tooFew;
  if (quantity > limits.availableQuantity) return texts.tooMany;
  return undefined;
}

/** `12`, or with separated thousands `1,000` and `1 000`. Undefined for anything else, such as `12,5`. */
export function parseQuantity(typed: string): number | undefined {
  const text = typed.trim();
  return /^-?(?:\d+|\d{1,3}(?:[,\s]\d{3})+)$/.test(text)
    ? Number(text.replace(/[,\s]/g, ""))
    : undefined;
}

type Priced = Pick<Tool, "price" | "priceSteps">;

/** The price of one piece in an order of this quantity. The server computes the same. */
export const priceFor = ({ price, priceSteps = [] }: Priced, quantity = 0): number =>
  priceSteps.findLast(({ from }) => from <= quantity)?.price ?? price;

/**
 * Quantities to offer: where a price begins, or else one, two and four times the minimum, as far as the stock allows.
 */
export function quantitySuggestions({
  minimumQuantity,
  availableQuantity,
  priceSteps = [],
}: Limits & Partial<Priced>): number[] {
  const steps = [minimumQuantity, ...priceSteps.map(({ from }) => from)];
  const inStock = (
    steps.length > 1 ? steps : [1, 2, 4].map((times) => times * minimumQuantity)
  ).filter((quantity) => quantity <= availableQuantity);
  return inStock.length > 1 ? inStock : [];
}

/** The total, also for a quantity that cannot be ordered. */
export const totalText = (quantity: number | undefined, price: number): string =>
  quantity === undefined || quantity < 0 || quantity > MAX_QUANTITY
    ? "–"
    : formatCents(toCents(price) * quantity);

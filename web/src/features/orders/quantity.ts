import { formatCents, toCents } from "../../money.ts";

interface Offer {
  minimumQuantity: number;
  availableQuantity: number;
}

/** The most that one order can be for. Past it a total says nothing, and further on it would not be exact. */
const MAX_QUANTITY = 1_000_000;

const MESSAGES = {
  invalid: "Enter a whole number",
  tooFew: "Ordered Quantity is less than minimum quantity",
  tooMany: "Ordered Quantity is more than available quantity in stock",
};

/** What is wrong with a quantity as typed; undefined when it can be ordered. */
export function quantityError(typed: string, offer: Offer): string | undefined {
  const quantity = parseQuantity(typed);
  if (quantity === undefined) return MESSAGES.invalid;
  if (quantity < offer.minimumQuantity) return MESSAGES.tooFew;
  if (quantity > offer.availableQuantity) return MESSAGES.tooMany;
  return undefined;
}

/** Whole numbers only: half a spade is not for sale. */
export function parseQuantity(typed: string): number | undefined {
  return /^-?\d+$/.test(typed.trim()) ? Number(typed) : undefined;
}

/** The total in words, as far as there is one: for a quantity that cannot be ordered as well. */
export const totalText = (quantity: number | undefined, price: number): string =>
  quantity === undefined || quantity < 0 || quantity > MAX_QUANTITY
    ? "–"
    : formatCents(toCents(price) * quantity);

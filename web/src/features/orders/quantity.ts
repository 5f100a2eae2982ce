import { formatCents, toCents } from "../../money.ts";

interface Limits {
  minimumQuantity: number;
  availableQuantity: number;
}

/** The server's limit. Above it the form shows no total. */
const MAX_QUANTITY = 1_000_000;

const MESSAGES = {
  invalid: "Enter a whole number",
  tooFew: "Ordered Quantity is less than minimum quantity",
  tooMany: "Ordered Quantity is more than available quantity in stock",
};

/** Why a typed quantity cannot be ordered. Undefined when it can. */
export function quantityError(typed: string, limits: Limits): string | undefined {
  const quantity = parseQuantity(typed);
  if (quantity === undefined) return MESSAGES.invalid;
  if (quantity < limits.minimumQuantity) return MESSAGES.tooFew;
  if (quantity > limits.availableQuantity) return MESSAGES.tooMany;
  return undefined;
}

export function parseQuantity(typed: string): number | undefined {
  return /^-?\d+$/.test(typed.trim()) ? Number(typed) : undefined;
}

/** The total, also for a quantity that cannot be ordered. */
export const totalText = (quantity: number | undefined, price: number): string =>
  quantity === undefined || quantity < 0 || quantity > MAX_QUANTITY
    ? "–"
    : formatCents(toCents(price) * quantity);

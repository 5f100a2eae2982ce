interface Offer {
  minimumQuantity: number;
  availableQuantity: number;
}

const MESSAGES = {
  unreadable: "Enter a whole number",
  tooFew: "Ordered Quantity is less than minimum quantity",
  tooMany: "Ordered Quantity is more than available quantity in stock",
};

/** What is wrong with a quantity as typed; undefined when it can be ordered. */
export function quantityFault(typed: string, offer: Offer): string | undefined {
  const quantity = parseQuantity(typed);
  if (quantity === undefined) return MESSAGES.unreadable;
  if (quantity < offer.minimumQuantity) return MESSAGES.tooFew;
  if (quantity > offer.availableQuantity) return MESSAGES.tooMany;
  return undefined;
}

/** Whole numbers only: half a spade is not for sale. */
export function parseQuantity(typed: string): number | undefined {
  return /^-?\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined;
}

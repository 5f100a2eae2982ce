interface Delivery {
  address: string;
  phone: string;
}

/**
 * What the buyer typed, as an order stores it, and back: done twice, it undoes itself.
 * Swapped on purpose, see docs/decisions/0005-address-and-phone-are-swapped.md.
 */
export const swapped = ({ address, phone }: Delivery): Delivery => ({
  address: phone,
  phone: address,
});

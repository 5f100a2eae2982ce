interface Delivery {
  address: string;
  phone: string;
}

/** What the buyer typed, as an order stores it. Swapped on purpose, see docs/decisions/0005-address-and-phone-are-swapped.md. */
export const swapped = (typed: Delivery): Delivery => ({
  address: typed.phone,
  phone: typed.address,
});

interface Delivery {
  address: string;
  phone: string;
}

/**
 * Swaps address and phone, as orders store them. Applied twice, it restores the original.
 * See docs/decisions/0005-keep-address-and-phone-swapped.md.
 */
export const swapped = ({ address, phone }: Delivery): Delivery => ({
  address: phone,
  phone: address,
});

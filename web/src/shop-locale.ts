import { currentShop } from "./api/shop.ts";

/** Formats made of the owner's settings. They follow a change without loading the page again. */
export function shopFormats<Formats>(
  make: (shop: { locale: string; timeZone: string }) => Formats,
) {
  let made = currentShop();
  let formats = make(made);
  return () => {
    const shop = currentShop();
    if (shop.locale !== made.locale || shop.timeZone !== made.timeZone) formats = make(shop);
    made = shop;
    return formats;
  };
}

import { currentShop } from "./api/shop.ts";
import { language } from "./language.en.ts";

/** The locale of the dates and amounts of this page: in English the owner's choice. */
export const pageLocale = () => (language.code === "fr" ? language.tag : currentShop().locale);

/** Formats made of the owner's settings. They follow a change without loading the page again. */
export function shopFormats<Formats>(
  make: (shop: { locale: string; timeZone: string }) => Formats,
) {
  const settings = () => ({ locale: pageLocale(), timeZone: currentShop().timeZone });
  let made = settings();
  let formats = make(made);
  return () => {
    const shop = settings();
    if (shop.locale !== made.locale || shop.timeZone !== made.timeZone) formats = make(shop);
    made = shop;
    return formats;
  };
}

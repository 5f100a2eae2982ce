import { useSyncExternalStore } from "react";
import type { components } from "./schema.gen.ts";
import firstValues from "./shop-defaults.json";

/** What every page needs of the owner's settings. */
export type Shop = Omit<
  components["schemas"]["ShopSettings"],
  "description" | "privacy" | "terms" | "returns"
>;

const FIRST_SHOP = firstValues as Shop;

const listeners = new Set<() => void>();

let current = typeof document === "undefined" ? FIRST_SHOP : readShop(document);

/** The server writes the settings into the page once the owner has changed one. Until then the first values apply. */
function readShop(root: ParentNode): Shop {
  const text = root.querySelector("#shop-settings")?.textContent;
  return text ? (JSON.parse(text) as Shop) : FIRST_SHOP;
}

/** Shows the saved settings without loading the page again. By default the first values. */
export function setShop(shop = FIRST_SHOP) {
  current = shop;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** For code outside of components. */
export const currentShop = () => current;

export const useShop = () => useSyncExternalStore(subscribe, currentShop, currentShop);

/** The link that calls a number. Ten digits are a number in Canada or the United States. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, "");
  return `tel:${/^\d{10}$/.test(digits) ? `+1${digits}` : digits}`;
}

/** The link that writes to an address. Some characters of addresses mean something else in a link. */
export const emailLink = (email: string) =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** Whether customers still read the name that the shop came with. */
export const hasFirstName = (shop: Shop) => shop.name === FIRST_SHOP.name;

/** Whether the owner has not changed any setting. */
export const isNewShop = (shop: Shop) => shop === FIRST_SHOP;

import { useSyncExternalStore } from "react";
import { firstTexts } from "./first-texts.en.ts";
import type { components } from "./schema.gen.ts";
import firstValues from "./shop-defaults.json";

/** What every page needs of the owner's settings. */
export type Shop = Omit<
  components["schemas"]["ShopSettings"],
  | "description"
  | "privacyOfficer"
  | "privacyContact"
  | "privacy"
  | "terms"
  | "returns"
  | "aboutText"
> & {
  /** Blogs has the five specified articles, as in the demo. */
  hasArticles: boolean;
};

const FIRST_SHOP = { ...firstValues, ...firstTexts, hasArticles: true } as Shop;

const listeners = new Set<() => void>();

let current = FIRST_SHOP;
if (typeof document !== "undefined") setShop(readShop(document));

/** The server writes into the page what differs from the first values. */
function readShop(root: ParentNode): Partial<Shop> {
  const text = root.querySelector("#shop-settings")?.textContent;
  return text ? (JSON.parse(text) as Partial<Shop>) : {};
}

/** Shows these settings without loading the page again. The others have their first values. */
export function setShop(shop: Partial<Shop> = {}) {
  current = { ...FIRST_SHOP, ...shop };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the current settings to code outside of components. Components use `useShop`. */
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

/** Whether a list of names, as settings have them, has this one. */
export const hasName = (names: string, name: string) => names.split(" ").includes(name);

/** Whether the shop has what a page needs. */
export const hasPart = ({ siteParts, aboutTitle }: Shop, part: string) =>
  part === "about" ? aboutTitle !== "" : hasName(siteParts, part);

/** The lines of a setting, each with its cells. */
export const rowsOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("|").map((cell) => cell.trim()));

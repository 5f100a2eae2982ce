import { listed } from "../../../../listed.ts";
import { formatCount } from "../../../../money.ts";
import { counted } from "../../../../words.en.ts";
import { provinces } from "./provinces.texts.en.ts";

export const priceKinds = {
  one: "One price",
  goods: "By total",
  weight: "By weight",
};

/** The first methods, by their names in the program. */
export const presets = {
  "One price": "One price",
  "Free from an amount": "Free from an amount",
  "By weight": "By weight",
  "Pick-up at the shop": "Pick-up at the shop",
  "Local delivery": "Local delivery",
};

export const missing = {
  numbers: "Please correct the numbers that are marked.",
  areas: "Please enter how the postal codes begin, such as J8X.",
};

const sentence = (parts: string[]) => {
  const text = parts.join(", ");
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
};

/** `3 to 8 days`, `up to 8 days`, `1 day` */
const days = (from: number, to: number) => {
  if (from === to) return counted.days(to);
  return `${from === 0 ? "up" : formatCount(from)} to ${counted.days(to)}`;
};

/** What a method does. Its prices are parts of one sentence. */
export const method = {
  goods: (first: string, place: string, more: string[], time: string) =>
    sentence([`${first} ${place}`, ...more, time]),
  weight: (first: string, place: string, more: string[], time: string) =>
    sentence([`by weight ${place}: ${first}`, ...more, time]),
  atShop: "at the shop",
  everywhere: "to all of Canada",
  toProvinces: (codes: string[]) => provinces.to(codes),
  toAreas: (areas: string[]) => `to postal codes that begin with ${listed(areas, "or")}`,
  toAreasIn: (areas: string[], codes: string[]) =>
    `to postal codes that begin with ${listed(areas, "or")} ${provinces.in(codes)}`,
  arrives: (from: number, to: number) => (to === 0 ? "the same day" : `in ${days(from, to)}`),
  ready: (from: number, to: number) =>
    to === 0 ? "ready the same day" : `ready in ${days(from, to)}`,
  /** A method in a list of them. */
  line: (name: string, sentence: string) => `${name}: ${sentence}`,
  free: "free",
  fromTotal: (price: string, total: string) => `${price} from ${total}`,
  upTo: (price: string, kilograms: number) => `${price} up to ${kilograms} kg`,
};

import { listed } from "../../../../listed.ts";
import { formatCount } from "../../../../money.ts";
import { counted } from "../../../../words.en.ts";
import type * as english from "./delivery.texts.en.ts";
import { provinces } from "./provinces.texts.en.ts";

export const priceKinds: typeof english.priceKinds = {
  one: "Prix unique",
  goods: "Selon le total",
  weight: "Selon le poids",
};

export const presets: typeof english.presets = {
  "One price": "Prix unique",
  "Free from an amount": "Gratuit à partir d’un montant",
  "By weight": "Selon le poids",
  "Pick-up at the shop": "Ramassage à la boutique",
  "Local delivery": "Livraison locale",
};

export const missing: typeof english.missing = {
  numbers: "Veuillez corriger les nombres marqués.",
  areas: "Veuillez entrer le début des codes postaux, comme J8X.",
};

const sentence = (parts: string[]) => {
  const text = parts.join(", ");
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
};

const days = (from: number, to: number) => {
  if (from === to) return counted.days(to);
  return from === 0 ? `${counted.days(to)} au plus` : `${formatCount(from)} à ${counted.days(to)}`;
};

export const method: typeof english.method = {
  goods: (first, place, more, time) => sentence([`${first} ${place}`, ...more, time]),
  weight: (first, place, more, time) =>
    sentence([`selon le poids ${place}\u00a0: ${first}`, ...more, time]),
  atShop: "à la boutique",
  everywhere: "partout au Canada",
  toProvinces: (codes) => provinces.to(codes),
  toAreas: (areas) => `pour les codes postaux qui commencent par ${listed(areas, "ou")}`,
  toAreasIn: (areas, codes) =>
    `pour les codes postaux qui commencent par ${listed(areas, "ou")} ${provinces.in(codes)}`,
  arrives: (from, to) => (to === 0 ? "le jour même" : `en ${days(from, to)}`),
  ready: (from, to) => (to === 0 ? "disponible le jour même" : `disponible en ${days(from, to)}`),
  line: (name, sentence) => `${name}\u00a0: ${sentence}`,
  free: "gratuit",
  fromTotal: (price, total) => `${price} à partir de ${total}`,
  upTo: (price, kilograms) => `${price} jusqu’à ${`${kilograms}`.replace(".", ",")}\u00a0kg`,
};

import { listed } from "../../../../listed.ts";
import type * as english from "./taxes.texts.en.ts";

export const taxNames: typeof english.taxNames = {
  GST: "TPS",
  HST: "TVH",
  PST: "TVP",
  QST: "TVQ",
  RST: "TVD",
};

export const authorities: typeof english.authorities = {
  "GST/HST": { name: "TPS/TVH", title: "TPS/TVH, tout le Canada" },
  QST: { name: "TVQ", title: "TVQ, Québec" },
  "BC PST": { name: "TVP de la Colombie-Britannique", title: "TVP, Colombie-Britannique" },
  "MB RST": { name: "TVD du Manitoba", title: "TVD, Manitoba" },
  "SK PST": { name: "TVP de la Saskatchewan", title: "TVP, Saskatchewan" },
};

/** All of them are feminine. */
const toAll = (names: string[]) =>
  listed(
    names.map((name) => `à la ${name}`),
    "ni",
  );

export const texts: typeof english.texts = {
  rate: (tax, percent) => `${tax}\u00a0${`${percent}`.replace(".", ",")}\u00a0%`,
  registered: (places, taxes) =>
    `Votre entreprise est inscrite. Taxes sur une vente (${listed(places, "ou")})\u00a0: ${listed(taxes)}.`,
  unregistered: (missing, places) =>
    `Votre entreprise n’est pas inscrite ${toAll(missing)}. Taxes sur une vente (${listed(places, "ou")})\u00a0: aucune.`,
  partlyRegistered: (missing, places, taxes) =>
    `Votre entreprise n’est pas inscrite ${toAll(missing)}. Taxes sur une vente (${listed(places, "ou")})\u00a0: ${listed(taxes)} seulement.`,
  isRegistered: "Votre entreprise est inscrite.",
  fromFirstSale: "Vous devez peut-être vous inscrire dès la première vente.",
  fromFirstSaleAsk:
    "Vous devez peut-être vous inscrire dès la première vente. Veuillez vous renseigner.",
  aboveLimit: (authority) =>
    `Au-dessus du seuil. Veuillez vous inscrire à la ${authority}, ou vous renseigner.`,
  closeToLimit: "Près du seuil. Veuillez vous renseigner dès maintenant.",
  belowLimit: "Sous le seuil.",
};

export const lines: typeof english.lines = {
  registration: (authority, number, from) => `${authority} ${number} à partir du ${from}`,
  endedRegistration: (authority, number, from, until) =>
    `${authority} ${number} du ${from} au ${until}`,
  addedRate: (tax, percent, place, from, reason) =>
    `${tax} ${percent.replace(".", ",")}\u00a0% ${place} à partir du ${from}\u00a0: ${reason}`,
};

import type { texts as english } from "./sum.texts.en.ts";

/** The French names of the taxes that the server calculates. */
const TAXES: Record<string, string> = {
  GST: "TPS",
  HST: "TVH",
  PST: "TVP",
  QST: "TVQ",
  RST: "TVD",
};

const nameOf = (tax: string) => TAXES[tax] ?? tax;

const rateOf = (rate: number) => `${`${rate}`.replace(".", ",")}\u00a0%`;

export const texts: typeof english = {
  goods: "Marchandises",
  delivery: "Livraison",
  free: "Gratuit",
  freeDelivery: "Livraison gratuite",
  total: "Total",
  refunded: "Remboursé",
  creditNote: (number) => `Note de crédit C-${number}`,
  tax: (tax, rate) => `${nameOf(tax)} ${rateOf(rate)}`,
  taxOn: (tax, rate, base) => `${nameOf(tax)} ${rateOf(rate)} sur ${base}`,
  number: (number) => `Nº\u00a0${number}`,
  taxNumber: (tax, number) => `Nº de ${nameOf(tax)}\u00a0: ${number}`,
  maybeOld: (reason) => `Le total n’est peut-être plus à jour. ${reason}`,
  tryAgain: "Réessayer",
  discountCode: "Code de rabais",
  openCode: "Utiliser un code de rabais",
  useCode: "Utiliser",
  code: (code) => `Code ${code}`,
  removeCode: (code) => `Retirer le code ${code}`,
  remove: "Retirer",
};

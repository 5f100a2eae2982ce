import { listed } from "../../../../listed.ts";
import type { Authority, Tax } from "./taxes.ts";

export const taxNames = {
  GST: "GST",
  HST: "HST",
  PST: "PST",
  QST: "QST",
  RST: "RST",
} satisfies Record<Tax, string>;

/** The taxes that each authority registers: in a sentence, and as a title. */
export const authorities = {
  "GST/HST": { name: "GST/HST", title: "GST/HST, all of Canada" },
  QST: { name: "QST", title: "QST, Québec" },
  "BC PST": { name: "BC PST", title: "PST, British Columbia" },
  "MB RST": { name: "MB RST", title: "RST, Manitoba" },
  "SK PST": { name: "SK PST", title: "PST, Saskatchewan" },
} satisfies Record<Authority, { name: string; title: string }>;

export const texts = {
  /** On one line. */
  rate: (tax: string, percent: number) => `${tax}\u00a0${percent}%`,
  /** Why a sale to one of these places has these taxes. */
  registered: (places: string[], taxes: string[]) =>
    `You are registered, so a sale to ${listed(places, "or")} has ${listed(taxes)}.`,
  unregistered: (missing: string[], places: string[]) =>
    `You are not registered for ${listed(missing, "or")}, so a sale to ${listed(places, "or")} has no tax.`,
  partlyRegistered: (missing: string[], places: string[], taxes: string[]) =>
    `You are not registered for ${listed(missing, "or")}, so a sale to ${listed(places, "or")} has ${listed(taxes)} only.`,
  isRegistered: "You are registered.",
  fromFirstSale: "You may have to register from the first sale.",
  fromFirstSaleAsk: "You may have to register from the first sale. Please ask.",
  aboveLimit: (authority: string) => `Above the limit. Please register for ${authority}, or ask.`,
  closeToLimit: "Close to the limit. Please ask now.",
  belowLimit: "Below the limit.",
};

/** The rows of lists as a person reads them. */
export const lines = {
  registration: (authority: string, number: string, from: string) =>
    `${authority} ${number} from ${from}`,
  endedRegistration: (authority: string, number: string, from: string, until: string) =>
    `${authority} ${number} from ${from} to ${until}`,
  addedRate: (tax: string, percent: string, place: string, from: string, reason: string) =>
    `${tax} ${percent}% ${place} from ${from}: ${reason}`,
};

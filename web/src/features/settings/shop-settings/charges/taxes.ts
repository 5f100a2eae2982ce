import type { components } from "../../../../api/schema.gen.ts";
import { PROVINCES, type Province } from "../../../../provinces.ts";
import type { Drafted } from "./numbers.ts";
import { authorities, taxNames, texts } from "./taxes.texts.en.ts";

export type TaxOverview = components["schemas"]["TaxOverview"];
export type TaxReport = components["schemas"]["TaxReport"];
export type TaxesOfProvince = TaxOverview["places"][number];
export type Tax = TaxesOfProvince["taxes"][number]["tax"];
export type Authority = TaxOverview["limits"][number]["authority"];

/** What each authority registers, with an example of a number. */
export const AUTHORITIES: Record<Authority, { title: string; example: string }> = {
  "GST/HST": { title: authorities["GST/HST"].title, example: "12345 6782 RT0001" },
  QST: { title: authorities.QST.title, example: "1234567890 TQ0001" },
  "BC PST": { title: authorities["BC PST"].title, example: "PST-1234-5678" },
  "MB RST": { title: authorities["MB RST"].title, example: "1234567" },
  "SK PST": { title: authorities["SK PST"].title, example: "1234567" },
};

export const authorityName = (authority: Authority) => authorities[authority].name;

export const taxName = (tax: string) => taxNames[tax as Tax] ?? tax;

/** Where a provincial tax may be left out of the delivery. */
export const DELIVERY_TAXES = { BC: "BC PST", MB: "MB RST", SK: "SK PST" } as const;

/** Whether the shop charges a tax that may be left out of the delivery. */
export const hasDeliveryTax = (registrations: Registration[]) =>
  Object.values<string>(DELIVERY_TAXES).some((name) =>
    registrations.some(({ authority }) => authority === name),
  );

export type Registration = Drafted<components["schemas"]["TaxRegistration"]>;

export type AddedRate = Drafted<components["schemas"]["AddedRate"]>;

/** The taxes that a province can have. */
export function taxesOf(province: Province): Tax[] {
  const own = { QC: "QST", BC: "PST", MB: "RST", SK: "PST" } as const;
  const provincial: Partial<Record<Province, Tax>> = own;
  return ["GST", "HST", ...(provincial[province] ? [provincial[province]] : [])];
}

/** `QST 9.975%`, on one line. */
export const rateText = ({ tax, rate }: { tax: string; rate: number }) =>
  texts.rate(taxName(tax), rate);

/** Places with the same taxes as one, because a phone has little room. */
export function groupedPlaces(places: TaxesOfProvince[]): PlaceGroup[] {
  const groups = new Map<string, PlaceGroup>();
  for (const { name, taxes } of places) {
    const key = taxes.map((tax) => [rateText(tax), tax.isCharged, tax.isOwn]).join();
    const group = groups.get(key);
    if (group) group.names.push(name);
    else groups.set(key, { names: [name], taxes });
  }
  return [...groups.values()];
}

export interface PlaceGroup {
  names: string[];
  taxes: TaxesOfProvince["taxes"];
}

/** Why these taxes are on a sale to this place, and no others. */
export function reasonText({ names, taxes }: PlaceGroup): string {
  const charged = taxes.filter(({ isCharged }) => isCharged).map(rateText);
  const missing = taxes
    .filter(({ isCharged }) => !isCharged)
    .map(({ authority }) => authorityName(authority));
  if (missing.length === 0) return texts.registered(names, charged);
  return charged.length === 0
    ? texts.unregistered(missing, names)
    : texts.partlyRegistered(missing, names, charged);
}

/** How close the shop is to a limit, and what that means. */
export function limitText({
  authority,
  limit,
  sales,
  isRegistered,
}: TaxOverview["limits"][number]) {
  if (isRegistered) return texts.isRegistered;
  if (limit === undefined) return sales > 0 ? texts.fromFirstSaleAsk : texts.fromFirstSale;
  if (sales > limit) return texts.aboveLimit(authorityName(authority));
  return sales >= limit * 0.8 ? texts.closeToLimit : texts.belowLimit;
}

export const provinceName = (code: string) => PROVINCES[code as Province] ?? code;

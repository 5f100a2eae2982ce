import type { components } from "../../../../api/schema.gen.ts";
import { listed } from "../../../../listed.ts";
import { PROVINCES, type Province } from "../../../../provinces.ts";
import type { Drafted } from "./numbers.ts";

export type TaxOverview = components["schemas"]["TaxOverview"];
export type TaxReport = components["schemas"]["TaxReport"];
export type TaxesOfProvince = TaxOverview["places"][number];
type Tax = TaxesOfProvince["taxes"][number]["tax"];
export type Authority = TaxOverview["limits"][number]["authority"];

/** What each authority registers, with an example of a number. */
export const AUTHORITIES: Record<Authority, { title: string; example: string }> = {
  "GST/HST": { title: "GST/HST, all of Canada", example: "12345 6782 RT0001" },
  QST: { title: "QST, Québec", example: "1234567890 TQ0001" },
  "BC PST": { title: "PST, British Columbia", example: "PST-1234-5678" },
  "MB RST": { title: "RST, Manitoba", example: "1234567" },
  "SK PST": { title: "PST, Saskatchewan", example: "1234567" },
};

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
export const rateText = ({ tax, rate }: { tax: string; rate: number }) => `${tax}\u00a0${rate}%`;

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
  const name = listed(names, "or");
  const charged = taxes.filter(({ isCharged }) => isCharged);
  const missing = listed(
    taxes.filter(({ isCharged }) => !isCharged).map(({ authority }) => authority),
    "or",
  );
  if (missing === "") return `You are registered, so a sale to ${name} has ${texts(charged)}.`;
  const rest = charged.length === 0 ? "no tax" : `${texts(charged)} only`;
  return `You are not registered for ${missing}, so a sale to ${name} has ${rest}.`;
}

const texts = (taxes: TaxesOfProvince["taxes"]) => listed(taxes.map(rateText));

/** How close the shop is to a limit, and what that means. */
export function limitText({
  authority,
  limit,
  sales,
  isRegistered,
}: TaxOverview["limits"][number]) {
  if (isRegistered) return "You are registered.";
  if (limit === undefined)
    return sales > 0
      ? "You may have to register from the first sale. Please ask."
      : "You may have to register from the first sale.";
  if (sales > limit) return `Above the limit. Please register for ${authority}, or ask.`;
  return sales >= limit * 0.8 ? "Close to the limit. Please ask now." : "Below the limit.";
}

export const provinceName = (code: string) => PROVINCES[code as Province] ?? code;

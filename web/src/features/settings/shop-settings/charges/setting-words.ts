import { listed } from "../../../../listed.ts";
import { PROVINCES } from "../../../../provinces.ts";
import type { ListName } from "../queries.ts";
import type { SettingValue } from "../settings-draft.ts";
import { type DeliveryMethod, describeMethod } from "./delivery.ts";
import { PERCENT, showNumber } from "./numbers.ts";
import { type AddedRate, DELIVERY_TAXES, provinceName, type Registration } from "./taxes.ts";

/** A row of each list as a person reads it. */
const LINES = {
  deliveryMethods: (method: DeliveryMethod) => `${method.name}: ${describeMethod(method)}`,
  taxRegistrations: ({ authority, number, from, until }: Registration) =>
    `${authority} ${number} from ${from}${until ? ` to ${until}` : ""}`,
  addedTaxRates: ({ province, tax, millionths, from, reason }: AddedRate) =>
    `${tax} ${showNumber(millionths, PERCENT)}% in ${provinceName(province)} from ${from}: ${reason}`,
} satisfies Record<ListName, unknown>;

const untaxedProvinces = (value: string) =>
  listed(
    Object.entries(DELIVERY_TAXES)
      .filter(([code]) => value.split(" ").includes(code))
      .map(([code]) => PROVINCES[code as keyof typeof DELIVERY_TAXES]),
  ) || value;

/** Lists as lines, and provinces by their names. Other texts stay. */
export function settingWords(name: string, value: SettingValue): string {
  if (typeof value === "string")
    return name === "untaxedDelivery" ? untaxedProvinces(value) : value;
  const line = LINES[name as ListName] as (row: SettingValue[number]) => string;
  return value.map(line).join("\n");
}

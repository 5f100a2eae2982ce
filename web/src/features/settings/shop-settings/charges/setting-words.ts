import { listed } from "../../../../listed.ts";
import { PROVINCES } from "../../../../provinces.ts";
import type { ListName } from "../queries.ts";
import type { SettingValue } from "../settings-draft.ts";
import { method as texts } from "./delivery.texts.en.ts";
import { type DeliveryMethod, describeMethod } from "./delivery.ts";
import { PERCENT, showNumber } from "./numbers.ts";
import { provinces } from "./provinces.texts.en.ts";
import { lines } from "./taxes.texts.en.ts";
import {
  type AddedRate,
  authorityName,
  DELIVERY_TAXES,
  type Registration,
  taxName,
} from "./taxes.ts";

/** A row of each list as a person reads it. */
const LINES = {
  deliveryMethods: (method: DeliveryMethod) => {
    const { name, frenchName } = method;
    return texts.line(frenchName ? `${name} / ${frenchName}` : name, describeMethod(method));
  },
  taxRegistrations: ({ authority, number, from, until }: Registration) => {
    const name = authorityName(authority);
    return until
      ? lines.endedRegistration(name, number, from, until)
      : lines.registration(name, number, from);
  },
  addedTaxRates: ({ province, tax, millionths, from, reason }: AddedRate) =>
    lines.addedRate(
      taxName(tax),
      showNumber(millionths, PERCENT),
      provinces.in([province]),
      from,
      reason,
    ),
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

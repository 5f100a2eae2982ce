import { listed } from "../../../../listed.ts";
import { PROVINCES } from "../../../../provinces.ts";
import { type DeliveryMethod, describeMethod } from "./delivery.ts";
import { PERCENT, showNumber } from "./numbers.ts";
import { readRows } from "./rows.ts";
import { type AddedRate, DELIVERY_TAXES, provinceName, type Registration } from "./taxes.ts";

/** Settings of rows as a person reads them. Other texts stay. */
const WORDS: Record<string, (value: string) => string> = {
  untaxedDelivery: (value) =>
    listed(
      Object.entries(DELIVERY_TAXES)
        .filter(([code]) => value.split(" ").includes(code))
        .map(([code]) => PROVINCES[code as keyof typeof DELIVERY_TAXES]),
    ) || value,
  deliveryMethods: (value) =>
    lines(value, (it: DeliveryMethod) => `${it.name}: ${describeMethod(it)}`),
  taxRegistrations: (value) =>
    lines(
      value,
      ({ authority, number, from, until }: Registration) =>
        `${authority} ${number} from ${from}${until ? ` to ${until}` : ""}`,
    ),
  addedTaxRates: (value) =>
    lines(
      value,
      ({ province, tax, millionths, from, reason }: AddedRate) =>
        `${tax} ${showNumber(millionths, PERCENT)}% in ${provinceName(province)} from ${from}: ${reason}`,
    ),
};

const lines = <Row>(value: string, text: (row: Row) => string) =>
  readRows<Row>(value).map(text).join("\n") || value;

export const settingWords = (name: string, value: string) => WORDS[name]?.(value) ?? value;

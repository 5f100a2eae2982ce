import { expect, test } from "vitest";
import type { ApiError } from "../../../../api/errors.ts";
import { settingText } from "../setting-texts.ts";
import { isShownAtField } from "./DeliveryMethodFields.tsx";
import {
  addedMethod,
  type DeliveryMethod,
  describeMethod,
  kindOf,
  PRESETS,
  pricesBy,
  pricesOf,
  stepsOf,
} from "./delivery.ts";
import { AMOUNT, DAYS, KILOGRAMS, PERCENT, readNumber, showNumber } from "./numbers.ts";
import { checkRows, topMember } from "./rows.ts";
import {
  type AddedRate,
  groupedPlaces,
  limitText,
  type Registration,
  reasonText,
  type TaxesOfProvince,
  taxesOf,
} from "./taxes.ts";

const preset = (name: string) => PRESETS[name] as DeliveryMethod;

test("numbers are read as people type them, and others stay as they are", () => {
  expect(readNumber("$15", AMOUNT)).toBe(15);
  expect(readNumber("15,50", AMOUNT)).toBe(15.5);
  expect(readNumber("0.25 kg", KILOGRAMS)).toBe("0.25 kg");
  expect(readNumber("0.25", KILOGRAMS)).toBe(250);
  expect(readNumber("9.975%", PERCENT)).toBe(99_750);
  expect(readNumber("3", DAYS)).toBe(3);
  for (const wrong of ["", "x", "-1", "1.555", "1,500.00"])
    expect(readNumber(wrong, AMOUNT)).toBe(wrong);
  expect(readNumber("2.5", DAYS)).toBe("2.5");
  expect([showNumber(15, AMOUNT), showNumber(250, KILOGRAMS)]).toEqual(["15.00", "0.25"]);
  expect([showNumber(99_750, PERCENT), showNumber("x", AMOUNT)]).toEqual(["9.975", "x"]);
});

test("a method is a sentence", () => {
  expect(describeMethod(preset("One price"))).toBe("$15.00 to all of Canada, in 3 to 8 days.");
  expect(describeMethod(preset("Free from an amount"))).toBe(
    "$15.00 to all of Canada, free from $150.00, in 3 to 8 days.",
  );
  expect(describeMethod({ ...preset("By weight"), provinces: ["NB", "NS"] })).toBe(
    "By weight to New Brunswick and Nova Scotia: $12.00 up to 2 kg, $20.00 up to 10 kg, $35.00 up to 30 kg, in 3 to 8 days.",
  );
  expect(describeMethod(preset("Pick-up at the shop"))).toBe(
    "Free at the shop, ready in 1 to 2 days.",
  );
  const local = preset("Local delivery");
  expect(describeMethod(local)).toBe("Please enter how the postal codes begin, such as J8X.");
  expect(describeMethod({ ...local, areas: ["B3H", "B3J"], daysFrom: 0, daysTo: 1 })).toBe(
    "$8.00 to postal codes that begin with B3H or B3J, in up to 1 day.",
  );
  expect(describeMethod({ ...local, areas: [], daysFrom: "x" })).toMatch(/numbers/);
});

test("a refusal of a method stands at the field of its member", () => {
  const member = "prices.steps[1].from";
  expect(topMember({ row: 0, member })).toBe("prices");
  expect(
    ["name", member, "areas", "id", undefined].map((it) => isShownAtField({ member: it })),
  ).toEqual([true, true, true, false, false]);
});

test("prices change their kind and keep the first price", () => {
  const { prices } = preset("One price");
  expect(["one", "goods", "weight"].map((kind) => kindOf(pricesOf(kind as "one", prices)))).toEqual(
    ["one", "goods", "weight"],
  );
  expect(pricesOf("weight", prices).steps).toEqual([{ upTo: 30_000, price: 15 }]);
  for (const name of ["Free from an amount", "By weight"]) {
    const { prices: ofPreset } = preset(name);
    expect(pricesBy(ofPreset.by, stepsOf(ofPreset))).toEqual(ofPreset);
  }
});

test("each method has its own id", () => {
  const first = preset("One price");
  expect(addedMethod([first], first).id).toBe("delivery-2");
  expect(addedMethod([first, { ...first, id: "delivery-2" }], first).id).toBe("delivery-3");
});

test("a change that the server could not read is not sent", () => {
  const errorsOf = (change: Parameters<typeof checkRows>[0]) => {
    try {
      checkRows(change);
      return [];
    } catch (error) {
      return (error as ApiError).fields.map(({ field, row, member }) => [field, row, member]);
    }
  };
  const good: Registration = { authority: "QST", number: "1", from: "2026-01-01", until: null };
  expect(errorsOf({ name: "x", taxRegistrations: [good] })).toEqual([]);
  expect(errorsOf({ taxRegistrations: [good, { ...good, from: "" }] })).toEqual([
    ["taxRegistrations", 1, "from"],
  ]);
  const rate: AddedRate = {
    province: "NS",
    tax: "HST",
    millionths: "",
    from: "2027-01-01",
    reason: "x",
  };
  expect(errorsOf({ addedTaxRates: [rate] })).toEqual([["addedTaxRates", 0, "millionths"]]);
  expect(errorsOf({ deliveryMethods: [preset("Local delivery")] })).toEqual([
    ["deliveryMethods", 0, "areas"],
  ]);
  const typed = { ...preset("One price"), daysFrom: "x" };
  expect(errorsOf({ deliveryMethods: [typed] })).toEqual([["deliveryMethods", 0, undefined]]);
});

const tax = (name: string, rate: number, authority: string, isCharged: boolean) =>
  ({ tax: name, rate, authority, isCharged }) as TaxesOfProvince["taxes"][number];

const quebec = (gst: boolean, qst: boolean) =>
  reasonText({
    names: ["Québec"],
    taxes: [tax("GST", 5, "GST/HST", gst), tax("QST", 9.975, "QST", qst)],
  }).replaceAll("\u00a0", " ");

test("each province says why its taxes are charged or not", () => {
  expect(quebec(true, true)).toBe(
    "You are registered, so a sale to Québec has GST 5% and QST 9.975%.",
  );
  expect(quebec(true, false)).toBe(
    "You are not registered for QST, so a sale to Québec has GST 5% only.",
  );
  expect(quebec(false, false)).toBe(
    "You are not registered for GST/HST or QST, so a sale to Québec has no tax.",
  );
  const gst = tax("GST", 5, "GST/HST", true);
  const hst = tax("HST", 13, "GST/HST", true);
  const places = [["Alberta", gst] as const, ["Ontario", hst] as const, ["Yukon", gst] as const];
  const groups = groupedPlaces(
    places.map(([name, only]) => ({ name, taxes: [only], province: "AB", sales: 0 })),
  );
  expect(groups.map(({ names }) => names)).toEqual([["Alberta", "Yukon"], ["Ontario"]]);
  expect(groups.map(reasonText)[0]).toMatch(/a sale to Alberta or Yukon has GST/);
  expect(taxesOf("QC")).toEqual(["GST", "HST", "QST"]);
});

test("each limit says what it means", () => {
  const text = (sales: number, limit?: number, isRegistered = false) =>
    limitText({ authority: "QST", sales, isRegistered, ...(limit && { limit }) });
  expect(text(24_000, 30_000)).toMatch(/^Close/);
  expect(text(23_999, 30_000)).toMatch(/^Below/);
  expect(text(30_001, 30_000)).toMatch(/^Above/);
  expect(text(30_001, 30_000, true)).toBe("You are registered.");
  expect([text(0), text(1)].map((it) => it.endsWith("Please ask."))).toEqual([false, true]);
});

test("the history shows rows as sentences", () => {
  expect(settingText("deliveryMethods", [preset("One price")])).toBe(
    "Delivery / Livraison: $15.00 to all of Canada, in 3 to 8 days.",
  );
  const row: Registration = {
    authority: "QST",
    number: "1",
    from: "2026-01-01",
    until: "2026-12-31",
  };
  expect(settingText("taxRegistrations", [row])).toBe("QST 1 from 2026-01-01 to 2026-12-31");
  expect(settingText("addedTaxRates", [])).toBe("empty");
  expect(settingText("deliveryMethods", "in 3 to 8")).toBe("in 3 to 8");
  expect(settingText("untaxedDelivery", "BC SK")).toBe("British Columbia and Saskatchewan");
  expect(settingText("homeProvince", "QC")).toBe("Québec");
});

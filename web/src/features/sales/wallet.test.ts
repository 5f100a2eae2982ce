import { expect, test } from "vitest";
import { addressOfWallet, lineItemsOf, methodOf, placeOfWallet, ratesOf } from "./wallet.ts";

const post = { id: "post", name: "Canada Post", text: "", price: 15, pickUp: false };
const quote = {
  ...{ goods: 384, shipping: 15, total: 458.75, method: "fast" },
  methods: [
    { ...post, daysFrom: 3, daysTo: 8 },
    { ...post, id: "fast", name: "Express", price: 30, daysFrom: 1, daysTo: 1 },
  ],
  taxes: [
    { tax: "GST", rate: 5, base: 399, amount: 19.95 },
    { tax: "QST", rate: 9.975, base: 399, amount: 39.8 },
  ],
};
const sumOf = (items: { amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0);

test("the parts of a wallet's sum add up to the amount, with the delivery and a discount in them", () => {
  // woocommerce-gateway-stripe #5785: the delivery stood in the sheet and not in its total.
  expect(lineItemsOf(quote)).toEqual([
    { name: "Goods", amount: 38_400 },
    { name: "Delivery", amount: 1_500 },
    { name: "GST 5%", amount: 1_995 },
    { name: "QST 9.975%", amount: 3_980 },
  ]);
  // woocommerce-gateway-stripe #4123: parts above the amount, after a gift card or a tax that was rounded elsewhere.
  for (const total of [458.75, 458.74, 408.75, 0.5]) {
    const items = lineItemsOf({ ...quote, total });
    expect(sumOf(items)).toBe(Math.round(total * 100));
  }
  expect(lineItemsOf({ ...quote, total: 408.75 }).at(-1)).toEqual({
    name: "Discount",
    amount: -5_000,
  });
});

test("the chosen delivery is the first rate, and a shop without deliveries has one that is free", () => {
  expect(ratesOf(quote)).toEqual([
    { id: "fast", displayName: "Express", amount: 3_000, deliveryEstimate: "1 day" },
    { id: "post", displayName: "Canada Post", amount: 1_500, deliveryEstimate: "3 to 8 days" },
  ]);
  const [only, ...others] = ratesOf({});
  expect([only?.amount, others, methodOf(only)]).toEqual([0, [], undefined]);
  expect(methodOf({ id: "post" })).toBe("post");
});

test("a wallet's address is the checkout's, and before the payment only a place", () => {
  const address = { line1: "12 Fern Lane", city: "Montréal", state: "QC", country: "CA" };
  expect(placeOfWallet({ state: "QC", postal_code: "H2X " })).toEqual({
    province: "QC",
    postalCode: "H2X",
  });
  expect(placeOfWallet({ state: "", postal_code: "X0A" })).toEqual({ postalCode: "X0A" });
  const whole = { ...address, line2: "Suite 4", postal_code: "H2X 1Y4" };
  const parts = { name: "Ada", city: "Montréal", province: "QC", postalCode: "H2X 1Y4" };
  expect(addressOfWallet({ name: "Ada", address: whole })).toEqual({
    ...{ ...parts, street: "12 Fern Lane", unit: "Suite 4" },
  });
  const second = "behind the red barn, ask at the gate";
  expect(addressOfWallet({ name: "Ada", address: { ...whole, line2: second } })).toEqual({
    ...{ ...parts, street: `12 Fern Lane, ${second}` },
  });
});

import { formatCount } from "../../../money.ts";

/** The quantity of an order, with the prices by quantity. */
export const texts = {
  orderQuantity: "Order quantity",
  minimumOf: (quantity: number) => `Minimum of ${formatCount(quantity)}`,
  priceByQuantity: "Price by quantity",
  orMore: "or more",
  save: (percent: number) => `save ${percent}%`,
  each: "each",
};

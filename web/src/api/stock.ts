import { texts } from "./stock.texts.en.ts";

interface Stock {
  availableQuantity: number;
  minimumQuantity: number;
}

/** Whether less is in stock than the smallest order. */
export const isOutOfStock = ({ availableQuantity, minimumQuantity }: Stock) =>
  availableQuantity < minimumQuantity;

/** Why the tool cannot be ordered: `8 left, fewer than the minimum of 10`. */
export const soldOutText = ({ availableQuantity, minimumQuantity }: Stock) =>
  availableQuantity === 0
    ? texts.noneLeft
    : texts.fewerThanMinimum(availableQuantity, minimumQuantity);

/** Whether fewer than three smallest orders are left. */
export const isScarce = (stock: Stock) =>
  !isOutOfStock(stock) && stock.availableQuantity < 3 * stock.minimumQuantity;

/** `480 in stock`, or `Last 20` when it is scarce. */
export function stockText(stock: Stock): string {
  if (isOutOfStock(stock)) return texts.outOfStock;
  return isScarce(stock)
    ? texts.last(stock.availableQuantity)
    : texts.inStock(stock.availableQuantity);
}

import { formatCount } from "../money.ts";

interface Stock {
  availableQuantity: number;
  minimumQuantity: number;
}

/** With less in stock than the smallest order there is nothing to buy. */
export const isOutOfStock = ({ availableQuantity, minimumQuantity }: Stock) =>
  availableQuantity < minimumQuantity;

/** Why there is nothing to buy: `8 left, fewer than the minimum of 10`. */
export const soldOutText = ({ availableQuantity, minimumQuantity }: Stock) =>
  availableQuantity === 0
    ? "None left"
    : `${formatCount(availableQuantity)} left, fewer than the minimum of ${formatCount(minimumQuantity)}`;

/** The stock in words: `480 in stock`, `Last 20` when fewer than three smallest orders are left. */
export function stockText(stock: Stock): string {
  if (isOutOfStock(stock)) return "Out of stock";
  const count = formatCount(stock.availableQuantity);
  return stock.availableQuantity < 3 * stock.minimumQuantity
    ? `Last ${count}`
    : `${count} in stock`;
}

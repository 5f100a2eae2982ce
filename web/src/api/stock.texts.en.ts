import { formatCount } from "../money.ts";

export const texts = {
  noneLeft: "None left",
  fewerThanMinimum: (available: number, minimum: number) =>
    `${formatCount(available)} left, fewer than the minimum of ${formatCount(minimum)}`,
  outOfStock: "Out of stock",
  last: (available: number) => `Last ${formatCount(available)}`,
  inStock: (available: number) => `${formatCount(available)} in stock`,
};

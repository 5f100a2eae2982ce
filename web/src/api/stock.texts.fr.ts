import { formatCount } from "../money.ts";
import type { texts as english } from "./stock.texts.en.ts";

export const texts: typeof english = {
  noneLeft: "Il n’en reste plus",
  fewerThanMinimum: (available, minimum) =>
    `Il en reste ${formatCount(available)}, moins que le minimum de ${formatCount(minimum)}`,
  outOfStock: "En rupture de stock",
  last: (available) => `Plus que ${formatCount(available)}`,
  inStock: (available) => `${formatCount(available)} en stock`,
};

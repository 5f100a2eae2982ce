import { formatCount } from "../money.ts";
export const texts = {
  oneLess: (label: string) => `One less, ${label.toLowerCase()}`,
  oneMore: (label: string) => `One more, ${label.toLowerCase()}`,
  commonQuantities: "Common quantities",
  orderQuantity: (quantity: number) => `Order ${formatCount(quantity)}`,
};

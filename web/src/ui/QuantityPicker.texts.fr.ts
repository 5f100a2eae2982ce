import { formatCount } from "../money.ts";
import type { texts as english } from "./QuantityPicker.texts.en.ts";

export const texts: typeof english = {
  oneLess: (label) => `Un de moins, ${label.toLowerCase()}`,
  oneMore: (label) => `Un de plus, ${label.toLowerCase()}`,
  commonQuantities: "Quantités courantes",
  orderQuantity: (quantity) => `Commander ${formatCount(quantity)}`,
};

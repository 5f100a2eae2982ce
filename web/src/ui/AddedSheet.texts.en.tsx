import type { ReactNode } from "react";
import { formatCount, formatPrice } from "../money.ts";
import { counted } from "../words.en.ts";

export const texts = {
  inYourBasket: "In your basket",
  close: "Close",
  each: "each",
  basketOf: (tools: number, link: (text: string) => ReactNode) => (
    <>
      {link("Your basket")}, {counted.tools(tools)}
    </>
  ),
  checkout: "Checkout",
  continueShopping: "Continue shopping",
  deliveryIsFree: "Delivery is free",
  delivery: (method: string, price: number) =>
    price === 0 ? `${method}: free` : `${method}: ${formatPrice(price)}`,
  untilFreeDelivery: (missing: number) => `${formatPrice(missing)} more and delivery is free`,
  goesWithIt: "Goes with it",
  notAdded: (pieces: number, problem: string) =>
    `${counted.pieces(pieces)} in your basket. ${problem}`,
  add: (pieces: number) => `Add ${formatCount(pieces)}`,
  addTool: (pieces: number, tool: string) => `Add ${formatCount(pieces)}: ${tool}`,
};

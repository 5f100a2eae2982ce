import type { ReactNode } from "react";
import { formatCount } from "../../money.ts";

/** `Add 6`, or `Add` for one piece. */
const add = (quantity: number) => (quantity > 1 ? `Add ${formatCount(quantity)}` : "Add");

export const texts = {
  price: "Price",
  each: "each",
  noMinimum: "no minimum",
  minimum: (quantity: number) => `${formatCount(quantity)} minimum`,
  purchase: "Purchase",
  purchaseOf: (tool: string) => `Purchase ${tool}`,
  buyNow: (tool: string) => `Buy now: ${tool}`,
  /** A narrow card leaves out the basket. */
  add: (quantity: number, wide: (text: string) => ReactNode) => (
    <>
      {add(quantity)} {wide("to basket")}
    </>
  ),
  addOf: (quantity: number, tool: string) => `${add(quantity)} to basket: ${tool}`,
};

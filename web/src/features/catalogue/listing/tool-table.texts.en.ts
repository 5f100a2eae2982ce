import { formatCount } from "../../../money.ts";

export const texts = {
  tools: "Tools",
  tool: "Tool",
  price: "Price",
  minimum: "Minimum",
  from: "From",
  stock: "Stock",
  order: "Order",
  minimumOf: (quantity: number) => `${formatCount(quantity)} minimum`,
  purchase: "Purchase",
  purchaseOf: (tool: string) => `Purchase ${tool}`,
  buyNow: (tool: string) => `Buy now: ${tool}`,
};

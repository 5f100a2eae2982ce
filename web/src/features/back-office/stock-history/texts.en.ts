import type { StockMovement } from "../../../api/client.ts";
import { formatCount, plural } from "../../../money.ts";

const changes = (count: number) => plural(count, "change", "changes");

export const texts = {
  titleOf: (title: string, tool: string) => `${title}: ${tool}`,
  editTool: "Edit Tool",
  changes,
  changesAndStock: (count: number, stock: number) =>
    `${changes(count)}, ${formatCount(stock)} in stock now`,
  download: "Download stock history",
  loading: "Loading the stock history",
  list: "Stock history",
  inStock: (stock: number) => `${formatCount(stock)} in stock`,
  /** The CSV file has the same words. */
  causes: {
    demo: "Demo",
    added: "Added",
    edited: "Edited",
    imported: "Imported",
    counted: "Counted",
    ordered: "Ordered",
    order_deleted: "Order deleted",
    order_expired: "Order expired",
    order_refunded: "Order refunded",
  } satisfies Record<StockMovement["cause"], string>,
};

import { plural } from "./money.ts";

/** Numbers with a noun that several features write: `1 tool`, `1,200 tools`. */
export const counted = {
  tools: (count: number) => plural(count, "tool", "tools"),
  pieces: (count: number) => plural(count, "piece", "pieces"),
  orders: (count: number) => plural(count, "order", "orders"),
  purchases: (count: number) => plural(count, "purchase", "purchases"),
  reviews: (count: number) => plural(count, "review", "reviews"),
  customers: (count: number) => plural(count, "customer", "customers"),
  rows: (count: number) => plural(count, "row", "rows"),
  pictures: (count: number) => plural(count, "picture", "pictures"),
  days: (count: number) => plural(count, "day", "days"),
  minutes: (count: number) => plural(count, "minute", "minutes"),
};

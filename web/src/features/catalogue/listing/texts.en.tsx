import type { ReactNode } from "react";
import { formatCount, formatPrice, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { ToolQuery } from "../queries.ts";

export const texts = {
  allTools: "All Tools",
  count: counted.tools,
  countFound: (count: number) => `${counted.tools(count)} found`,
  noTools: "No tools yet",
  nothingForSale: "Nothing is for sale yet. Please come back soon.",
  firstPage: "First page",
  nextPage: "Next page",
  noCategory: "We don’t have this category",
  noCategoryExplanation: "The link may be wrong or out of date.",

  categories: "Categories",
  allCategories: "All",

  search: "Search",
  searchAll: "Search all tools",
  suggestions: "Suggestions",
  tools: "Tools",
  suggestionCount: (count: number) =>
    `${plural(count, "suggestion", "suggestions")}. Use the arrow keys.`,

  sortBy: "Sort by",
  sortOrders: {
    relevance: "Best match",
    newest: "Newest first",
    price: "Price, low to high",
    "-price": "Price, high to low",
    name: "Name, A to Z",
  } satisfies Record<ToolQuery["sort"], string>,
  compactList: "Compact list",

  findTools: "Find tools",
  filters: "Filters",
  /** Screen readers hear it after the number of filters. */
  inUse: (_count: number) => "in use",
  price: "Price",
  priceFrom: (sign: string) => `Price from (${sign})`,
  priceTo: (sign: string) => `Price to (${sign})`,
  smallestOrder: "Smallest order",
  smallestOrderUpTo: "Smallest order up to",
  stock: "Stock",
  inStockOnly: "In stock only",
  /** Screen readers hear it before the number of tools. */
  toolsBefore: "tools:",
  roundPrice: (dollars: number) => formatPrice(dollars).replace(/\.00$/, ""),
  under: (price: string) => `Under ${price}`,
  between: (from: string, to: string) => `${from} to ${to}`,
  from: (price: string) => `From ${price}`,
  upTo: (quantity: number) => `Up to ${formatCount(quantity)}`,

  invalidAmount: "Enter an amount, like 24.50",
  invalidCount: "Enter a whole number",
  belowPriceFrom: "Must not be lower than “Price from”",

  filtersInUse: "Filters in use",
  clearFilter: "Clear filter",
  clearAll: "Clear all",
  searched: (text: string) => `“${text}”`,
  noMinimum: "No minimum",
  minimumUpTo: (quantity: number) => `Smallest order up to ${formatCount(quantity)}`,
  fromPrice: (dollars: number) => `From ${formatPrice(dollars)}`,
  upToPrice: (dollars: number) => `Up to ${formatPrice(dollars)}`,
  inStock: "In stock",

  noMatch: "No tools match",
  noMatchExplanation:
    "No tools match your search and filters. Try another word, or remove a filter.",
  showAll: "Show all tools",
  didYouMean: (search: ReactNode) => <>Did you mean {search}?</>,
  someMatch: "No tool matches all your words. Some match one of them:",
};

import { formatCents, formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

export const texts = {
  allTools: "All Tools",
  tool: "Tool",
  loading: "Loading the tool",
  removed: "This tool is no longer for sale",
  removedExplanation: "We may have something similar.",
  missing: "We don’t have this tool",
  missingExplanation: "The link may be wrong or out of date.",

  enlarge: (tool: string) => `Enlarge the picture of ${tool}`,
  reviewCount: counted.reviews,
  each: "each",
  noMinimum: "No minimum",
  minimum: (quantity: number, cents: number) =>
    `${formatCount(quantity)} minimum, from ${formatCents(cents)}`,
  soldOut: "Sold out: none left",
  soldOutBelow: (left: number, minimum: number) =>
    `Sold out: ${formatCount(left)} left, fewer than the minimum of ${formatCount(minimum)}`,
  cannotOrder: "You cannot order this tool now. Please look at the related tools below.",
  quantity: "Quantity",

  promises: "Our promises",
  howToReturn: "How to return a tool",
  cardPayment: "Secure card payment",

  facts: "Facts",
  article: "Article",
  brand: "Brand",
  category: "Category",
  minimumQuantity: "Minimum quantity",
  availableQuantity: "Available quantity",
  returns: "Returns",
  relatedTools: "Related tools",

  reviews: "Reviews",
  noReviews: "No reviews yet. Customers who have bought this tool can write the first one.",
  allReviews: "All Reviews",
  average: (average: number) => average.toFixed(1),
  averageOf: (average: number, count: number) =>
    `${average} of 5, from ${plural(count, "verified purchase", "verified purchases")}`,
  reviewsByStars: "Reviews by stars",
  stars: (count: number) => plural(count, "star", "stars"),
};

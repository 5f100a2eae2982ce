import type { ReactNode } from "react";
import type { Figures } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

type Step = Figures["by"];

export const texts = {
  title: "Figures",
  intro: "An order counts on the day on which it was paid. Its refund counts on that day too.",
  loading: "Loading the figures",
  /** The days of the period, and whether the period before has sales to compare with. */
  comparedPeriod: (days: string) => `${days}, compared with as many days before`,
  firstPeriod: (days: string) => `${days}. Nothing was sold in as many days before.`,
  todaySoFar: (revenue: ReactNode, orders: number) => (
    <>
      Today so far: {revenue} from {counted.orders(orders)}
    </>
  ),
  ofOrders: (count: number) => `for ${counted.orders(count)}`,
  ofParts: (amount: number) => `and ${formatPrice(amount)} for parts of orders, without taxes`,
  withoutCard: (amount: number) => `${formatPrice(amount)} of it without a card`,
  deliveryBeside: "Delivery, not in the revenue",
  taxesBeside: "Taxes, not in the revenue",
  usedCodes: (discounts: number, codes: Figures["codes"]) =>
    `Discount codes took ${formatPrice(discounts)} off the goods: ${codes
      .map(
        ({ code, purchases, discount }) =>
          `${code} ${formatPrice(discount)} in ${counted.purchases(purchases)}`,
      )
      .join(", ")}.`,
  /** Follows the words for the change. */
  from: (before: string) => `from ${before}`,
  empty: "Nothing in this period, and nothing in the one before.",
};

/** What the charts show. */
export const measures = {
  revenue: "Revenue",
  orders: "Orders",
  refunded: "Refunds",
  average: "Average order",
};

export const period = {
  legend: "Period",
  week: "7 days",
  month: "30 days",
  quarter: "90 days",
  year: "12 months",
  own: "Other days",
  by: "By",
  from: "From",
  to: "To",
};

/** The steps of the chart, and what has them as its rows. */
export const steps = {
  day: "Day",
  week: "Week",
  month: "Month",
} satisfies Record<Step, string>;

export const course = {
  titles: {
    day: "Day by day",
    week: "Week by week",
    month: "Month by month",
  } satisfies Record<Step, string>,
  show: "Show",
  thisPeriod: "This period",
  periodBefore: "The period before",
  table: "All numbers in a table",
  captions: {
    day: "Sales by day",
    week: "Sales by week",
    month: "Sales by month",
  } satisfies Record<Step, string>,
  before: (measure: string) => `${measure} before`,
  amountAndCount: (amount: string, count: number) => `${amount} (${formatCount(count)})`,
};

export const chart = {
  howToRead: "Point at a bar, or touch it, to read it.",
  label: (measure: string, by: Step) => `${measure} by ${by}`,
  step: (days: string, now: string, before: string) => `${days}: ${now}, before: ${before}`,
  none: (measure: string) => `${measure}: none in this period.`,
  description: (measure: string, by: Step, highest: string, days: string) =>
    `${measure} by ${by}. The highest is ${highest}, ${days}. The table below has every number.`,
};

export const lists = {
  tool: "Tool",
  bestSellers: "Best sellers",
  bestSellersNote: "Without refunded orders.",
  bestSellersEmpty: "No tool was sold in this period.",
  units: "Units",
  revenue: "Revenue",
  neverSold: "Never sold",
  neverSoldNote: "Tools on sale without any paid order, whatever the period.",
  neverSoldEmpty: "Every tool on sale was sold at least once.",
  moreNeverSold: "There are more. These are the ones that are on sale longest.",
  inStock: "In stock",
  onSaleSince: "On sale since",
  emptySearches: "Searches without results",
  emptySearchesNote:
    "What visitors searched for without finding a tool, in this period and for at most 90 days.",
  emptySearchesEmpty: "Every search found a tool.",
  search: "Search",
  times: "Times",
  showFirst: (count: number) => `Show ${count}`,
  showAll: (count: number) => `Show all ${count}`,
};

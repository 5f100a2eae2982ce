import type { Figures, Sales, SalesStep } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { shopFormats } from "../../../shop-locale.ts";
import { chart, measures } from "./texts.en.tsx";

export interface Measure {
  title: string;
  value: (sales: Sales) => number;
  format: (value: number) => string;
  /** Whether more of it is bad. */
  isLoss?: boolean;
}

/** What the charts show, by its name in the address. */
export const MEASURES = {
  revenue: { title: measures.revenue, value: (sales) => sales.revenue, format: formatPrice },
  orders: { title: measures.orders, value: (sales) => sales.orders, format: formatCount },
  refunded: {
    title: measures.refunded,
    value: (sales) => sales.refunded,
    format: formatPrice,
    isLoss: true,
  },
  average: { title: measures.average, value: (sales) => sales.averageOrder, format: formatPrice },
} satisfies Record<string, Measure>;

export const isMeasure = (name: string): name is keyof typeof MEASURES => name in MEASURES;

/** A round number beside the scale, without `.00`. */
export const scaleText = ({ format }: Measure, value: number) =>
  format(value).replace(/[.,]00(?!\d)/, "");

/** What a step brought, and the period before it. */
export const describeStep = (step: SalesStep, by: string, { format, value }: Measure) =>
  chart.step(stepText(step, by), format(value(step.sales)), format(value(step.before)));

/**
 * Returns the top of the scale, which is not below the highest value. It is an even number with
 * zeros, so that its half is whole too.
 */
export function scaleTop(highest: number): number {
  if (highest <= 2) return 2;
  const unit = 10 ** Math.floor(Math.log10(highest));
  return unit * ([1, 2, 4, 6, 8].find((factor) => factor * unit >= highest) ?? 10);
}

// Days have no time of day, so that they are formatted as they are.
const formats = shopFormats(({ locale }) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return {
    shortDay: format({ month: "short", day: "numeric" }),
    longDay: format({ month: "short", day: "numeric", year: "numeric" }),
    month: format({ month: "long", year: "numeric" }),
  };
});

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** `Nov. 5`, `Nov. 2 – 8` or `November 2026`. */
export function stepText({ from, to }: Pick<SalesStep, "from" | "to">, by: string): string {
  const { month, shortDay } = formats();
  if (by === "month") return month.format(dateOf(from));
  return from === to
    ? shortDay.format(dateOf(from))
    : shortDay.formatRange(dateOf(from), dateOf(to));
}

export const periodText = (from: string, to: string) =>
  formats().longDay.formatRange(dateOf(from), dateOf(to));

/** What a chart shows, for readers who do not see it. */
export function describeChart(steps: SalesStep[], by: Figures["by"], measure: Measure): string {
  const highest = steps.reduce<SalesStep | undefined>(
    (best, step) => (best && measure.value(best.sales) >= measure.value(step.sales) ? best : step),
    undefined,
  );
  if (!highest || measure.value(highest.sales) === 0) return chart.none(measure.title);
  const value = measure.format(measure.value(highest.sales));
  return chart.description(measure.title, by, value, stepText(highest, by));
}

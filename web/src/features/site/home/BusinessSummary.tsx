import { useQuery } from "@tanstack/react-query";
import { rowsOf, useShop } from "../../../api/shop.ts";
import { formatCount } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { shopFiguresQuery } from "./queries.ts";

export function BusinessSummary() {
  const { summaryFigures, summaryRows } = useShop();
  return summaryFigures === "typed" ? (
    <Summary rows={rowsOf(summaryRows)}>
      {/* Decorative, as docs/specification.md says: buttons without function. */}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" small>
          Add funds
        </Button>
        <Button small>Register</Button>
      </div>
    </Summary>
  ) : (
    <CountedSummary />
  );
}

/** Without figures that are 0, because they say nothing. */
function CountedSummary() {
  const { data } = useQuery(shopFiguresQuery);
  if (!data) return null;
  const figures: [string, number, string][] = [
    ["Total tools", data.tools, "In the catalogue"],
    ["Orders", data.orders, "Paid"],
    ["Customers", data.customers, "Who ordered"],
    ["Tools sold", data.toolsSold, "In all orders"],
    ["Reviews", data.reviews, "By customers"],
  ];
  const known = figures.filter(([, count]) => count > 0);
  if (known.length === 0) return null;
  return <Summary rows={known.map(([title, count, note]) => [title, formatCount(count), note])} />;
}

function Summary({ rows, children }: { rows: string[][]; children?: React.ReactNode }) {
  return (
    <section aria-labelledby="summary" className="measure py-16 lg:py-20">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 id="summary" className="text-title">
          Business Summary
        </h2>
        {children}
      </div>
      <dl className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] border-t border-rule-strong sm:grid-cols-4 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
        {rows.map(([title, value, note], index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same title
            key={index}
            className="flex flex-col border-b border-rule py-5 pr-3 max-sm:last:odd:col-span-full"
          >
            <dt className="text-sm text-quiet">{title}</dt>
            <dd className="figures order-first font-display text-[1.75rem] leading-tight font-medium">
              {value}
            </dd>
            <dd className="mt-auto pt-1 text-xs text-ink-accent">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

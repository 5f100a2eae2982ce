import { useQuery } from "@tanstack/react-query";
import { rowsOf, useShop } from "../../../api/shop.ts";
import { formatCount } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { shopFiguresQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";

export function BusinessSummary() {
  const { summaryFigures, summaryRows } = useShop();
  return summaryFigures === "typed" ? (
    <Summary rows={rowsOf(summaryRows)}>
      {/* Decorative, as docs/specification.md says: buttons without function. */}
      <Button variant="outline" small>
        {texts.addFunds}
      </Button>
      <Button variant="outline" small>
        {texts.register}
      </Button>
    </Summary>
  ) : (
    <CountedSummary />
  );
}

/** Shows the figures that are not 0, because the others say nothing. */
function CountedSummary() {
  const { data } = useQuery(shopFiguresQuery);
  if (!data) return null;
  const figures: [string, number, string][] = [
    [texts.totalTools, data.tools, texts.inCatalogue],
    [texts.orders, data.orders, texts.paid],
    [texts.customers, data.customers, texts.whoOrdered],
    [texts.toolsSold, data.toolsSold, texts.inAllOrders],
    [texts.reviews, data.reviews, texts.byCustomers],
  ];
  const known = figures.filter(([, count]) => count > 0);
  if (known.length === 0) return null;
  return <Summary rows={known.map(([title, count, note]) => [title, formatCount(count), note])} />;
}

function Summary({ rows, children }: { rows: string[][]; children?: React.ReactNode }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="summary" className="summary measure">
      <h2 id="summary" className="font-display text-lg">
        {texts.summary}
      </h2>
      <dl tabIndex={0} className="summary-figures">
        {rows.map(([title, value, note], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same title
          <div key={index}>
            <dt>{title}</dt>
            <dd className="figures order-first font-display text-lg leading-tight text-base-content">
              {value}
            </dd>
            <dd className="text-xs">{note}</dd>
          </div>
        ))}
      </dl>
      {children && <div className="summary-buttons">{children}</div>}
    </section>
  );
}

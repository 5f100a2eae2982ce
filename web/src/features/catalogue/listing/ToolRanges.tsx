import { type ReactNode, useId } from "react";
import type { ToolFacets } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { parseCount, parsePrice } from "../amounts.ts";
import type { Filters } from "./filters.ts";

interface ToolRangesProps {
  open: boolean;
  filters: Filters;
  facets: ToolFacets | undefined;
  onChange: (change: Partial<Filters>) => void;
}

/** Ranges of prices and minimum quantities, each with its number of tools. A second press removes the filter. */
export function ToolRanges({ open, filters, facets, onChange }: ToolRangesProps) {
  const text = (amount: number | null | undefined) => (amount == null ? "" : String(amount));
  return (
    <div className="tool-ranges noscript:hidden!" data-open={open || undefined}>
      <RangeGroup label="Price">
        {facets?.prices.map(({ from, to, count }) => {
          const change = { priceMin: text(from), priceMax: text(to) };
          const isChosen =
            parsePrice(filters.priceMin) === (from ?? undefined) &&
            parsePrice(filters.priceMax) === (to ?? undefined);
          return (
            <Range
              key={change.priceMin}
              label={priceLabel(from ?? undefined, to ?? undefined)}
              count={count}
              isChosen={isChosen}
              onPress={() => onChange(isChosen ? { priceMin: "", priceMax: "" } : change)}
            />
          );
        })}
      </RangeGroup>
      <RangeGroup label="Smallest order">
        {facets?.minimums.map(({ upTo, count }) => {
          const isChosen = parseCount(filters.maxMinimum) === upTo;
          return (
            <Range
              key={upTo}
              label={upTo === 1 ? "No minimum" : `Up to ${formatCount(upTo)}`}
              count={count}
              isChosen={isChosen}
              onPress={() => onChange({ maxMinimum: isChosen ? "" : String(upTo) })}
            />
          );
        })}
      </RangeGroup>
    </div>
  );
}

/** Ranges end one cent below a round price, which is shown. */
function priceLabel(from: number | undefined, to: number | undefined) {
  const round = (dollars: number) => formatPrice(dollars).replace(/\.00$/, "");
  const below = to === undefined ? "" : round(to + 0.01);
  if (from === undefined) return `Under ${below}`;
  return below ? `${round(from)} to ${below}` : `From ${round(from)}`;
}

function RangeGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="tool-range-group">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      {children}
    </div>
  );
}

interface RangeProps {
  label: string;
  count: number;
  isChosen: boolean;
  onPress: () => void;
}

const Range = ({ label, count, isChosen, onPress }: RangeProps) => (
  <button
    type="button"
    className="tool-range figures"
    aria-pressed={isChosen}
    disabled={count === 0 && !isChosen}
    onClick={onPress}
  >
    {label} <span className="tool-range-count">({formatCount(count)})</span>
  </button>
);

import type { ToolFacets } from "../../../api/client.ts";
import { formatCount } from "../../../money.ts";
import { parseCount, parsePrice } from "../amounts.ts";
import type { Filters } from "./filters.ts";
import { texts } from "./texts.en.tsx";

interface RangesProps {
  filters: Filters;
  facets: ToolFacets | undefined;
  onChange: (change: Partial<Filters>) => void;
}

const text = (amount: number | null | undefined) => (amount == null ? "" : String(amount));

/** Ranges of prices, each with its number of tools. A second press removes the filter. */
export const PriceRanges = ({ filters, facets, onChange }: RangesProps) => (
  <div className="tool-ranges noscript:hidden">
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
  </div>
);

/** The same for minimum quantities. */
export const MinimumRanges = ({ filters, facets, onChange }: RangesProps) => (
  <div className="tool-ranges noscript:hidden">
    {facets?.minimums.map(({ upTo, count }) => {
      const isChosen = parseCount(filters.maxMinimum) === upTo;
      return (
        <Range
          key={upTo}
          label={upTo === 1 ? texts.noMinimum : texts.upTo(upTo)}
          count={count}
          isChosen={isChosen}
          onPress={() => onChange({ maxMinimum: isChosen ? "" : String(upTo) })}
        />
      );
    })}
  </div>
);

/** Ranges end one cent below a round price, which is shown. */
function priceLabel(from: number | undefined, to: number | undefined) {
  const below = to === undefined ? "" : texts.roundPrice(to + 0.01);
  if (from === undefined) return texts.under(below);
  const round = texts.roundPrice(from);
  return below ? texts.between(round, below) : texts.from(round);
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

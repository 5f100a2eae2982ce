import { type ReactNode, type Ref, useId, useState } from "react";
import type { ToolFacets } from "../../../api/client.ts";
import { currencySign, formatCount } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useDebouncedInput } from "../../../ui/use-debounced-input.ts";
import { activeFilters, filterErrors, type TextFilter } from "./filters.ts";
import { MinimumRanges, PriceRanges } from "./ToolRanges.tsx";
import { SEARCH_FORM, ToolSearch } from "./ToolSearch.tsx";
import "../filters.css";
import "./tool-search.css";
import { texts } from "./texts.en.tsx";
import type { FilterControls } from "./use-filters.ts";

interface ToolFiltersProps {
  controls: FilterControls;
  facets: ToolFacets | undefined;
  searchRef: Ref<HTMLInputElement>;
  onCategory: (slug: string) => void;
  /** The children stand beside the button that opens the filters. */
  children: ReactNode;
}

/** Search, and filters in a panel. Wide screens have the panel at the left of the list, and others below a button. */
export function ToolFilters({
  controls,
  facets,
  searchRef,
  onCategory,
  children,
}: ToolFiltersProps) {
  const { filters, setFilters, typeFilter, endTyping } = controls;
  const errors = filterErrors(filters);
  const [chosen, setChosen] = useState<boolean>();
  // Open while a filter is invalid, unless the visitor closes it.
  const open = chosen ?? Object.keys(errors).length > 0;
  const panelId = useId();
  const activeCount = activeFilters({ ...filters, q: "", category: "" }).length;
  const ranges = { filters, facets, onChange: setFilters };

  const filterField = (name: TextFilter, label: string, inputMode: "numeric" | "decimal") => (
    <FilterField
      label={label}
      name={name}
      inputMode={inputMode}
      value={filters[name]}
      error={errors[name]}
      onType={(text) => typeFilter(name, text)}
      onDone={endTyping}
    />
  );

  return (
    <section aria-label={texts.findTools} className="contents">
      <div className="tool-bar">
        <ToolSearch
          ref={searchRef}
          value={filters.q}
          onSearch={(text) => typeFilter("q", text)}
          onCategory={onCategory}
          onDone={endTyping}
        />
        <Button
          variant="outline"
          className="tool-filters-button noscript:hidden!"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setChosen(!open)}
        >
          {texts.filters}
          {activeCount > 0 && (
            <span className="figures">
              <span className="sr-only">, </span>({activeCount}
              <span className="sr-only"> {texts.inUse(activeCount)}</span>)
            </span>
          )}
        </Button>
        {children}
      </div>
      <div id={panelId} className="tool-panel noscript:grid!" data-open={open || undefined}>
        <FilterGroup label={texts.price}>
          <PriceRanges {...ranges} />
          <div className="grid grid-cols-2 gap-3">
            {filterField("priceMin", texts.priceFrom(currencySign()), "decimal")}
            {filterField("priceMax", texts.priceTo(currencySign()), "decimal")}
          </div>
        </FilterGroup>
        <FilterGroup label={texts.smallestOrder}>
          <MinimumRanges {...ranges} />
          {filterField("maxMinimum", texts.smallestOrderUpTo, "numeric")}
        </FilterGroup>
        <FilterGroup label={texts.stock}>
          <InStock checked={filters.inStock} onChange={(inStock) => setFilters({ inStock })}>
            {texts.inStockOnly}{" "}
            {facets && (
              <span className="figures text-quiet">
                (<span className="sr-only">{texts.toolsBefore} </span>
                {formatCount(facets.inStock)})
              </span>
            )}
          </InStock>
        </FilterGroup>
      </div>
    </section>
  );
}

function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 font-display text-lg">
        {label}
      </p>
      {children}
    </div>
  );
}

interface FilterFieldProps {
  label: string;
  name: TextFilter;
  inputMode: "numeric" | "decimal";
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
  onDone: () => void;
}

function FilterField({ value, onType, onDone, ...field }: FilterFieldProps) {
  const { typed, setTyped, flush } = useDebouncedInput(value, onType);
  return (
    <Field
      {...field}
      form={SEARCH_FORM}
      autoComplete="off"
      maxLength={20}
      className="figures"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && flush()}
      onBlur={onDone}
    />
  );
}

interface InStockProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

const InStock = ({ checked, onChange, children }: InStockProps) => (
  <label className="tool-in-stock">
    <input
      type="checkbox"
      name="inStock"
      value="true"
      form={SEARCH_FORM}
      className="size-5 shrink-0 accent-primary"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{children}</span>
  </label>
);

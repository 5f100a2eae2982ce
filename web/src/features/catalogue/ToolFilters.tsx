import "./filters.css";
import { type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { useTyped } from "../../ui/use-debounced-input.ts";
import { activeFilters, faultsOf, type TypedFilter } from "./filters.ts";
import type { FilterControls } from "./use-filters.ts";

interface ToolFiltersProps {
  controls: FilterControls;
  searchRef: Ref<HTMLInputElement>;
}

/** Search and filters: one line where there is room, else the search and a button for the rest. */
export function ToolFilters({ controls, searchRef }: ToolFiltersProps) {
  const { filters, choose, type, doneTyping } = controls;
  const faults = faultsOf(filters);
  const [chosen, setChosen] = useState<boolean>();
  // A fault is not hidden; whoever closes the panel over it knows of it.
  const open = chosen ?? Object.keys(faults).length > 0;
  const panelId = useId();
  const behindButton = activeFilters({ ...filters, q: "" }).length;

  const typedField = (name: TypedFilter, label: string, inputMode: "numeric" | "decimal") => (
    <TypedField
      label={label}
      name={name}
      inputMode={inputMode}
      value={filters[name]}
      error={faults[name]}
      onType={(text) => type(name, text)}
      onDone={doneTyping}
    />
  );

  return (
    <section aria-label="Find tools" className="tool-filters">
      <SearchField
        ref={searchRef}
        label="Search"
        value={filters.q}
        onSearch={(text) => type("q", text)}
        onDone={doneTyping}
        className="tool-search"
      />
      <Button
        look="outline"
        className="tool-filters-button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setChosen(!open)}
      >
        Filters
        {behindButton > 0 && (
          <span className="figures">
            <span className="sr-only">, </span>({behindButton}
            <span className="sr-only"> in use</span>)
          </span>
        )}
      </Button>
      <div id={panelId} className="tool-filters-panel" data-open={open || undefined}>
        {typedField("maxMinimum", "Minimum up to", "numeric")}
        <InStock checked={filters.inStock} onChange={(inStock) => choose({ inStock })}>
          In stock only
        </InStock>
        {typedField("priceMin", "Price from, $", "decimal")}
        {typedField("priceMax", "Price to, $", "decimal")}
      </div>
    </section>
  );
}

interface TypedFieldProps {
  label: string;
  name: TypedFilter;
  inputMode: "numeric" | "decimal";
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
  onDone: () => void;
}

function TypedField({ value, onType, onDone, ...field }: TypedFieldProps) {
  const { typed, type, tellNow } = useTyped(value, onType);
  return (
    <Field
      {...field}
      autoComplete="off"
      maxLength={20}
      className="figures"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && tellNow()}
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
      className="size-5 shrink-0 accent-primary"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {children}
  </label>
);

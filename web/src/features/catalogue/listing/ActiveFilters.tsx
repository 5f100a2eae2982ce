import { useRef } from "react";
import { CloseIcon } from "../../../ui/icons.tsx";
import { activeFilters, clearAll, type Filters } from "./filters.ts";
import { texts } from "./texts.en.tsx";

interface ActiveFiltersProps {
  filters: Filters;
  categoryName: string | undefined;
  onClear: (change: Partial<Filters>) => void;
  /** Runs when the last filter goes, because the focus needs another place. */
  onNoneLeft: () => void;
}

/** The active filters, each with a button that removes it. */
export function ActiveFilters({ filters, categoryName, onClear, onNoneLeft }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const active = activeFilters(filters, categoryName);

  const clear = (change: Partial<Filters>, place: number) => {
    // The button disappears with its filter, so the focus moves to the next button first.
    const chips = list.current?.querySelectorAll<HTMLElement>("[data-chip]");
    if (active.length > 1) chips?.[place + 1 < active.length ? place + 1 : place - 1]?.focus();
    else onNoneLeft();
    onClear(change);
  };

  if (active.length === 0) return null;
  return (
    <ul ref={list} aria-label={texts.filtersInUse} className="tool-chips noscript:hidden!">
      {active.map(({ label, clear: change }, place) => (
        <li key={Object.keys(change)[0]}>
          <button
            type="button"
            data-chip
            className="tool-chip"
            onClick={() => clear(change, place)}
          >
            <span className="sr-only">{texts.clearFilter} </span>
            <span className="wrap-anywhere">{label}</span>
            <CloseIcon />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="px-2 py-1.5 text-sm font-medium underline underline-offset-4"
          onClick={() => {
            onNoneLeft();
            onClear(clearAll);
          }}
        >
          {texts.clearAll}
        </button>
      </li>
    </ul>
  );
}

import { type ReactNode, useId, useState } from "react";
import { ORDER_STATES } from "../../../api/order-states.ts";
import { formatCount } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { DownloadFilesDialog } from "../../../ui/DownloadFilesDialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useDebouncedInput } from "../../../ui/use-debounced-input.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { filterTexts as texts } from "./manage-orders.texts.en.ts";
import { parseDay, parseState } from "./order-filter.ts";

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

// What waits for the owner comes first.
const { pending, ...others } = ORDER_STATES;
const OPTIONS = [["pending", pending], ["", texts.all], ...Object.entries(others)] as const;

/** The filter of Manage Orders, kept in the address. Back undoes the choice of a state. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParam("q");
  const [stateText, setState] = useSearchParam("state");
  const state = parseState(stateText);
  const [fromText, setFrom] = useSearchParam("from");
  const [toText, setTo] = useSearchParam("to");
  const days = { from: parseDay(fromText), to: parseDay(toText) };

  const hasDays = Boolean(days.from || days.to);
  const [showsMore, setShowsMore] = useState(hasDays);
  const moreId = useId();

  const controls = (counts: Record<string, number> | undefined) => (
    <div className="orders-controls">
      <SearchField
        label={texts.search}
        placeholder={texts.searchExample}
        value={search}
        onSearch={(text) => setSearch(text, { replace: true })}
        className="orders-search"
      />
      <Button
        variant="outline"
        className="xl:hidden"
        aria-expanded={showsMore}
        aria-controls={moreId}
        onClick={() => setShowsMore(!showsMore)}
      >
        {texts.more}
      </Button>
      <div id={moreId} className="orders-more" data-open={showsMore || undefined}>
        <DayField
          label={texts.from}
          value={days.from}
          max={days.to}
          onChoose={(day) => setFrom(day, { replace: true })}
        />
        <DayField
          label={texts.until}
          value={days.to}
          min={days.from}
          onChoose={(day) => setTo(day, { replace: true })}
        />
        <DownloadFilesDialog />
      </div>
      <Choice
        legend={texts.state}
        hideLegend
        className="orders-states"
        options={OPTIONS.map(([value, text]): [string, ReactNode] => {
          const count = counts && (value ? (counts[value] ?? 0) : sum(counts));
          return [
            value,
            <span key={value} data-empty={count === 0 || undefined}>
              <span>{text}</span>{" "}
              <span className="figures">{count !== undefined && formatCount(count)}</span>
            </span>,
          ];
        })}
        value={state ?? ""}
        onChange={setState}
      />
    </div>
  );
  const isUnfiltered = search === "" && !state && !hasDays;
  return { search, state, days, controls, isUnfiltered };
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

function DayField({ label, value = "", min, max = "9999-12-31", onChoose }: DayFieldProps) {
  const { typed, setTyped, flush } = useDebouncedInput(value, onChoose);
  return (
    <Field
      label={label}
      type="date"
      className="min-w-0 sm:w-42"
      min={min}
      max={max}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={flush}
    />
  );
}

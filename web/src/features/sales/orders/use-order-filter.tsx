import { Fragment } from "react";
import { ORDER_STATES } from "../../../api/order-states.ts";
import { formatCount } from "../../../money.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useDebouncedInput } from "../../../ui/use-debounced-input.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { parseDay, parseState } from "./order-filter.ts";

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const OPTIONS = { "": "All", ...ORDER_STATES };

/** The filter of Manage Orders, kept in the address. Back undoes the choice of a state. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParam("q");
  const [stateText, setState] = useSearchParam("state");
  const state = parseState(stateText);
  const [fromText, setFrom] = useSearchParam("from");
  const [toText, setTo] = useSearchParam("to");
  const days = { from: parseDay(fromText), to: parseDay(toText) };

  const controls = (counts: Record<string, number> | undefined) => (
    <>
      <SearchField
        label="Search by buyer, phone, e-mail, tool or order number"
        value={search}
        onSearch={(text) => setSearch(text, { replace: true })}
        className="w-full sm:w-96"
      />
      <div className="grid w-full grid-cols-2 gap-x-3 sm:flex sm:w-auto">
        <DayField
          label="Ordered from"
          value={days.from}
          max={days.to}
          onChoose={(day) => setFrom(day, { replace: true })}
        />
        <DayField
          label="Ordered until"
          value={days.to}
          min={days.from}
          onChoose={(day) => setTo(day, { replace: true })}
        />
      </div>
      <Choice
        legend="State"
        options={Object.entries(OPTIONS).map(([value, text]) => [
          value,
          <Fragment key={value}>
            <span>{text}</span>{" "}
            <span className="orders-count">
              {counts && formatCount(value ? (counts[value] ?? 0) : sum(counts))}
            </span>
          </Fragment>,
        ])}
        value={state ?? ""}
        onChange={setState}
      />
    </>
  );
  const isUnfiltered = search === "" && !state && !days.from && !days.to;
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

import { formatCount } from "../../money.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { useSearchParam } from "../../ui/use-search-param.ts";
import { parseState, STATE_LABELS } from "./order-filter.ts";

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const OPTIONS = { "": "All", ...STATE_LABELS };

/** The filter of Manage Orders, kept in the address. Back undoes the choice of a state. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParam("q");
  const [stateText, setState] = useSearchParam("state");
  const state = parseState(stateText);

  const controls = (counts: Record<string, number> | undefined) => (
    <>
      <SearchField
        label="Search by buyer, phone, e-mail, tool or order number"
        value={search}
        onSearch={(text) => setSearch(text, { replace: true })}
        className="w-full sm:w-96"
      />
      <fieldset className="choice">
        <legend className="mb-1.5 text-sm font-medium">State</legend>
        {Object.entries(OPTIONS).map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name="state"
              className="sr-only"
              checked={(state ?? "") === value}
              onChange={() => setState(value)}
            />
            <span>{text}</span>{" "}
            <span className="orders-count">
              {counts && formatCount(value ? (counts[value] ?? 0) : sum(counts))}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
  return { search, state, controls, isUnfiltered: search === "" && state === undefined };
}

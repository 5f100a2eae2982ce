import { SearchField } from "../../ui/SearchField.tsx";
import { useSearchParam } from "../../ui/use-search-param.ts";
import { parseState, STATE_LABELS } from "./order-filter.ts";

const OPTIONS = { "": "All", ...STATE_LABELS };

/** The filter of Manage Orders, kept in the address. Back undoes the choice of a state. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParam("q");
  const [stateText, setState] = useSearchParam("state");
  const state = parseState(stateText);

  const controls = (
    <>
      <SearchField
        label="Search by buyer, e-mail, tool or order id"
        value={search}
        onSearch={(text) => setSearch(text, { replace: true })}
        className="w-full sm:w-80"
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
            {text}
          </label>
        ))}
      </fieldset>
    </>
  );
  return { search, state, controls, isUnfiltered: search === "" && state === undefined };
}

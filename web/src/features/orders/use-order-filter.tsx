import { SearchField } from "../../ui/SearchField.tsx";
import { useSearchParam } from "../../ui/use-search-param.ts";
import { readState, STATES } from "./order-filter.ts";

const ALL = { "": "All", ...STATES };

/** Which orders are looked at. The address holds it, so that a link carries it; Back undoes the choice of a state. */
export function useOrderChoice() {
  const [part, setPart] = useSearchParam("q");
  const [stateText, setState] = useSearchParam("state");
  const state = readState(stateText);

  const controls = (
    <>
      <SearchField
        label="Search by buyer, e-mail or tool"
        value={part}
        onSearch={(text) => setPart(text, { replace: true })}
        className="w-full sm:w-72"
      />
      <fieldset className="choice">
        <legend className="mb-1.5 text-sm font-medium">State</legend>
        {Object.entries(ALL).map(([value, text]) => (
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
  return { part, state, controls, isEverything: part === "" && state === undefined };
}

import { useNavigate } from "react-router";
import type { Figures } from "../../../api/client.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";

const OWN = "own";
/** Days up to today, and their texts. */
const PERIODS: [days: string, text: string][] = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "12 months"],
  [OWN, "Other days"],
];
const DEFAULT_DAYS = "30";
const STEPS = { day: "Day", week: "Week", month: "Month" };
/** More bars than the server draws. */
const MAX_DAYS_BY_DAY = 120;

/** The period and the steps, in the address. */
export function PeriodChoice({ figures }: { figures: Figures | undefined }) {
  const [days] = useSearchParam("days");
  const [from] = useSearchParam("from");
  const [to] = useSearchParam("to");
  const [by, setBy] = useSearchParam("by");
  const navigate = useNavigate();
  const isOwn = Boolean(from || to);

  const change = (changes: Record<string, string>) => {
    const parameters = new URLSearchParams(window.location.search);
    for (const name of ["days", "from", "to", "by"]) parameters.delete(name);
    for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
    void navigate({ search: parameters.toString() }, { replace: true });
  };
  const choosePeriod = (period: string) => {
    if (period !== OWN) change(period === DEFAULT_DAYS ? {} : { days: period });
    else if (figures) change({ from: figures.from, to: figures.to });
  };

  return (
    <div className="mt-8 flex flex-wrap items-start gap-x-8 gap-y-5">
      <Choice
        legend="Period"
        options={PERIODS}
        value={isOwn ? OWN : days || DEFAULT_DAYS}
        onChange={choosePeriod}
      />
      <Choice
        legend="By"
        options={Object.entries(STEPS).filter(
          ([step]) => step !== "day" || !figures || length(figures) <= MAX_DAYS_BY_DAY,
        )}
        value={by || figures?.by}
        onChange={(step) => setBy(step, { replace: true })}
      />
      {isOwn && (
        <div className="flex flex-wrap gap-4">
          {Object.entries({ From: from, To: to }).map(([label, value]) => (
            <Field
              key={label}
              label={label}
              type="date"
              value={value}
              onChange={({ target: { value: day } }) =>
                day && change({ from, to, [label.toLowerCase()]: day })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

const length = ({ from, to }: Figures) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

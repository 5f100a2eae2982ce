import { useNavigate } from "react-router";
import type { Figures } from "../../../api/client.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { steps, period as texts } from "./texts.en.tsx";

const OWN = "own";
/** Days up to today, and their texts. */
const PERIODS: [days: string, text: string][] = [
  ["7", texts.week],
  ["30", texts.month],
  ["90", texts.quarter],
  ["365", texts.year],
  [OWN, texts.own],
];
const DEFAULT_DAYS = "30";
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
        legend={texts.legend}
        options={PERIODS}
        value={isOwn ? OWN : days || DEFAULT_DAYS}
        onChange={choosePeriod}
      />
      <Choice
        legend={texts.by}
        options={Object.entries(steps).filter(
          ([step]) => step !== "day" || !figures || length(figures) <= MAX_DAYS_BY_DAY,
        )}
        value={by || figures?.by}
        onChange={(step) => setBy(step, { replace: true })}
      />
      {isOwn && (
        <div className="flex flex-wrap gap-4">
          {Object.entries({ from, to }).map(([name, value]) => (
            <Field
              key={name}
              label={name === "from" ? texts.from : texts.to}
              type="date"
              value={value}
              onChange={({ target: { value: day } }) => day && change({ from, to, [name]: day })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const length = ({ from, to }: Figures) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

import { useId } from "react";
import { useNavigate } from "react-router";
import type { Figures } from "../../api/client.ts";
import { useSearchParam } from "../../ui/use-search-param.ts";

/** Days up to today, by the text of their button. The first is what the server chooses. */
const PERIODS = [
  { days: "7", text: "7 days" },
  { days: "30", text: "30 days" },
  { days: "90", text: "90 days" },
  { days: "365", text: "12 months" },
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

  return (
    <div className="mt-8 flex flex-wrap items-start gap-x-8 gap-y-5">
      <fieldset className="choice">
        <legend className="mb-1.5 text-sm font-medium">Period</legend>
        {PERIODS.map((period) => (
          <label key={period.days}>
            <input
              type="radio"
              name="period"
              className="sr-only"
              checked={!isOwn && (days || DEFAULT_DAYS) === period.days}
              onChange={() => change(period.days === DEFAULT_DAYS ? {} : { days: period.days })}
            />
            {period.text}
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="period"
            className="sr-only"
            checked={isOwn}
            onChange={() => figures && change({ from: figures.from, to: figures.to })}
          />
          Other days
        </label>
      </fieldset>
      <fieldset className="choice">
        <legend className="mb-1.5 text-sm font-medium">By</legend>
        {Object.entries(STEPS)
          .filter(([step]) => step !== "day" || !figures || length(figures) <= MAX_DAYS_BY_DAY)
          .map(([step, text]) => (
            <label key={step}>
              <input
                type="radio"
                name="by"
                className="sr-only"
                checked={(by || figures?.by) === step}
                onChange={() => setBy(step, { replace: true })}
              />
              {text}
            </label>
          ))}
      </fieldset>
      {isOwn && (
        <div className="flex flex-wrap gap-4">
          <DayField label="From" value={from} onDay={(day) => change({ from: day, to })} />
          <DayField label="To" value={to} onDay={(day) => change({ from, to: day })} />
        </div>
      )}
    </div>
  );
}

const length = ({ from, to }: Figures) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

interface DayFieldProps {
  label: string;
  value: string;
  onDay: (day: string) => void;
}

function DayField({ label, value, onDay }: DayFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="input w-44"
        value={value}
        onChange={({ target }) => target.value && onDay(target.value)}
      />
    </div>
  );
}

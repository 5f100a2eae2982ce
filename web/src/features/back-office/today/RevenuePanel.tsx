import { formatPrice } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { describeChange } from "../change.ts";
import { revenue as texts } from "./texts.en.ts";
import { describeDays, type OwnerToday, weekdayText } from "./today.ts";

/** The width of a day and the height of the bars, in units of the drawing. */
const DAY = 24;
const HEIGHT = 48;

export function RevenuePanel({ days, revenue, revenueBefore }: OwnerToday) {
  const highest = Math.max(0, ...days.map((day) => day.revenue));
  // Days without any revenue would be a dotted line.
  const hasRevenue = highest > 0;
  const last = days.at(-1);
  const change = describeChange(revenue, revenueBefore);
  return (
    <section aria-labelledby="revenue" className="today-panel">
      <h2 id="revenue" className="today-title">
        <AppLink to={paths.figures} className="underline-offset-4 hover:underline">
          {texts.title}
        </AppLink>
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <dl className="flex flex-wrap gap-x-7 gap-y-3">
          <div>
            <dd className="today-number">{formatPrice(last?.revenue ?? 0)}</dd>
            <dt className="today-note">{texts.today}</dt>
          </div>
          <div>
            <dd className="today-number">{formatPrice(revenue)}</dd>
            <dt className="today-note">
              {texts.days} {change && <span className="whitespace-nowrap">· {change}</span>}
            </dt>
          </div>
        </dl>
        {hasRevenue && (
          <svg
            className="today-bars"
            viewBox={`0 0 ${days.length * DAY} ${HEIGHT}`}
            role="img"
            aria-label={describeDays(days)}
          >
            {days.map((day, index) => {
              const height = Math.max(1.5, (day.revenue / highest) * HEIGHT);
              return (
                <rect
                  key={day.day}
                  className={day === last ? "today-bar-now" : "today-bar"}
                  x={index * DAY + 3}
                  y={HEIGHT - height}
                  width={DAY - 6}
                  height={height}
                >
                  <title>{texts.ofDay(weekdayText(day.day), formatPrice(day.revenue))}</title>
                </rect>
              );
            })}
          </svg>
        )}
      </div>
    </section>
  );
}

import type { SalesStep } from "../../../api/client.ts";
import { describeChart, type Measure, scaleTop, stepText } from "./figures.ts";

interface SalesChartProps {
  steps: SalesStep[];
  by: string;
  measure: Measure;
}

/** The width of a step and the height of the scale, in units of the drawing, which is stretched to its frame. */
const STEP = 10;
const HEIGHT = 100;

/** A bar for each step, with a mark at the value of the period before. The table below it has the same numbers. */
export function SalesChart({ steps, by, measure }: SalesChartProps) {
  const values = steps.map(({ sales, before }) => ({
    now: measure.value(sales),
    before: measure.value(before),
  }));
  const top = scaleTop(Math.max(...values.flatMap(({ now, before }) => [now, before])));
  const height = (value: number) => (value / top) * HEIGHT;
  const labels = [0, Math.floor((steps.length - 1) / 2), steps.length - 1].filter(
    (place, index, places) => place >= 0 && places.indexOf(place) === index,
  );

  return (
    <div className="chart">
      <div className="chart-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{measure.format(value)}</span>
        ))}
      </div>
      <svg
        className="chart-bars"
        viewBox={`0 0 ${steps.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describeChart(steps, by, measure)}
      >
        {[0, 0.5, 1].map((part) => (
          <path
            key={part}
            className="chart-line"
            d={`M0 ${part * HEIGHT}H${steps.length * STEP}`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {steps.map((step, index) => {
          const { now, before } = values[index] ?? { now: 0, before: 0 };
          const left = index * STEP;
          return (
            <g key={step.from} className="chart-step">
              <title>
                {`${stepText(step, by)}: ${measure.format(now)}, before: ${measure.format(before)}`}
              </title>
              <rect className="chart-column" x={left} width={STEP} height={HEIGHT} />
              <rect
                className="chart-bar"
                x={left + STEP * 0.14}
                y={HEIGHT - height(now)}
                width={STEP * 0.72}
                height={height(now)}
              />
              {before > 0 && (
                <path
                  className="chart-before"
                  d={`M${left} ${HEIGHT - height(before)}h${STEP}`}
                  vectorEffect="non-scaling-stroke"
                />
              )}
            </g>
          );
        })}
      </svg>
      <div className="chart-days" aria-hidden="true">
        {labels.map((place) => {
          const step = steps[place];
          return step && <span key={place}>{stepText(step, by)}</span>;
        })}
      </div>
    </div>
  );
}

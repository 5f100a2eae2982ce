import { type PointerEvent, useState } from "react";
import type { Figures, SalesStep } from "../../../api/client.ts";
import {
  describeChart,
  describeStep,
  type Measure,
  scaleText,
  scaleTop,
  stepText,
} from "./figures.ts";
import { chart, texts } from "./texts.en.tsx";

interface SalesChartProps {
  steps: SalesStep[];
  by: Figures["by"];
  measure: Measure;
}

/** The width of a step and the height of the scale, in units of the drawing, which is stretched to its frame. */
const STEP = 10;
const HEIGHT = 100;

/**
 * A bar for each step, with a mark at the value of the period before. The step under the pointer or the finger is
 * written above it, and the arrow keys move from step to step. The table below it has the same numbers.
 */
export function SalesChart({ steps, by, measure }: SalesChartProps) {
  const [asked, setRead] = useState<number>();
  const read = asked === undefined ? undefined : Math.min(asked, steps.length - 1);
  const readStep = read === undefined ? undefined : steps[read];
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * steps.length);
    setRead(Math.min(steps.length - 1, Math.max(0, place)));
  };
  const values = steps.map(({ sales, before }) => ({
    now: measure.value(sales),
    before: measure.value(before),
  }));
  const highest = Math.max(0, ...values.flatMap(({ now, before }) => [now, before]));
  if (highest === 0) return <p className="text-quiet">{texts.empty}</p>;
  const top = scaleTop(highest);
  const height = (value: number) => (value / top) * HEIGHT;
  const end = steps.length - 1;
  const labels = [...new Set([0, Math.floor(end / 2), end])];

  return (
    <div className="chart">
      <p className="chart-read" aria-hidden="true">
        {readStep ? describeStep(readStep, by, measure) : chart.howToRead}
      </p>
      <div className="chart-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{scaleText(measure, value)}</span>
        ))}
      </div>
      <div
        className="chart-plot"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setRead(undefined)}
      >
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
              <g key={step.from} data-read={index === read || undefined}>
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
        {/* For the keyboard. It lies over the bars and lets the pointer through. */}
        <input
          type="range"
          className="chart-keys"
          aria-label={chart.label(measure.title, by)}
          aria-valuetext={describeStep(steps[read ?? steps.length - 1] as SalesStep, by, measure)}
          min={0}
          max={steps.length - 1}
          value={read ?? steps.length - 1}
          onFocus={() => setRead(read ?? steps.length - 1)}
          onBlur={() => setRead(undefined)}
          onChange={({ target }) => setRead(Number(target.value))}
        />
      </div>
      <div className="chart-days" aria-hidden="true">
        {labels.map((place) => {
          const step = steps[place];
          return step && <span key={place}>{stepText(step, by)}</span>;
        })}
      </div>
    </div>
  );
}

import "./table.css";
import { Fragment } from "react";
import type { Step } from "../api/order-steps.ts";
import { DateText, Deadline } from "./DateText.tsx";
import { CheckIcon, Icon } from "./icons.tsx";
import { texts } from "./Timeline.texts.en.ts";

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 9 6 6 6-6" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </Icon>
);

/** Past and future steps, told apart by text and icon as well as by colour. */
export function Timeline({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol aria-label={label} className="timeline">
      {steps.map(({ title, done, detail }) => (
        <li key={title} data-done={done || undefined}>
          <span className={done ? "text-success" : "text-quiet"}>
            {done ? <CheckIcon /> : <ClockIcon />}
          </span>
          <div>
            <p className={done ? "font-medium" : "text-quiet"}>
              {title}
              <span className="sr-only">{done ? texts.stepDone : texts.stepNotYet}</span>
            </p>
            <p className="text-sm text-quiet">
              {detail.map((piece) =>
                typeof piece === "string" ? (
                  <Fragment key={piece}>{piece}</Fragment>
                ) : "until" in piece ? (
                  <Deadline key={piece.until} at={piece.until} />
                ) : (
                  <DateText key={piece.at} at={piece.at} />
                ),
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

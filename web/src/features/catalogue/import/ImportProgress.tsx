import "./import-progress.css";
import type { Progress } from "../../../api/progress.ts";
import { formatCount, pluralize } from "../../../money.ts";

interface ImportProgressProps {
  label: string;
  progress: Progress | undefined;
  /** What is counted: tool. */
  noun: string;
  /** The text until the first number has arrived. */
  waiting: string;
  note?: string | undefined;
}

/** A bar with "4,000 of 10,000 tools". Screen readers hear each quarter. */
export function ImportProgress({ label, progress, noun, waiting, note }: ImportProgressProps) {
  const text = progress
    ? `${formatCount(progress.done)} of ${pluralize(progress.total, noun)}`
    : waiting;
  const quarters = progress && Math.floor((4 * progress.done) / progress.total);
  return (
    <div className="appear-late mt-6 max-w-prose">
      <p>{text}</p>
      {progress && (
        <progress
          className="import-progress mt-2"
          aria-label={label}
          aria-valuetext={text}
          max={progress.total}
          value={progress.done}
        />
      )}
      {note && <p className="mt-2 text-sm text-quiet">{note}</p>}
      <p role="status" className="sr-only">
        {quarters ? `${quarters * 25}% done` : waiting}
      </p>
    </div>
  );
}

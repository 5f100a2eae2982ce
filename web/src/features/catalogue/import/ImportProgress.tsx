import "./import-progress.css";
import type { Progress } from "../../../api/progress.ts";
import { texts } from "./texts.en.tsx";

interface ImportProgressProps {
  label: string;
  progress: Progress | undefined;
  /** What is counted: `7 of 20 tools`. */
  textOf: (done: number, total: number) => string;
  /** The text until the first number has arrived. */
  waiting: string;
  note?: string | undefined;
}

/** A bar with "4,000 of 10,000 tools". Screen readers hear each quarter. */
export function ImportProgress({ label, progress, textOf, waiting, note }: ImportProgressProps) {
  const text = progress ? textOf(progress.done, progress.total) : waiting;
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
        {quarters ? texts.percentDone(quarters * 25) : waiting}
      </p>
    </div>
  );
}

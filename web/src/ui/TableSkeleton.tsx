import "./table.css";
import { texts } from "./texts.en.ts";

const ROWS = [0, 1, 2, 3, 4, 5];

/** The placeholder of a Table, in the height of its rows. `tall` rows have several lines. */
export function TableSkeleton({ label, tall }: { label: string; tall?: boolean }) {
  return (
    <div role="status" className="table-skeleton appear-late">
      <span className="sr-only">{texts.wait(label)}</span>
      {ROWS.map((row) => (
        <div key={row} className={tall ? "h-29" : "h-17"}>
          <div className="w-5" />
          <div className="grow-3" />
          <div className="grow-4" />
          <div className="grow-2" />
          <div className="w-24" />
        </div>
      ))}
    </div>
  );
}

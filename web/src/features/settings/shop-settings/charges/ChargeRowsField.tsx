import "./charges.css";
import type { ReactNode } from "react";
import { FieldError } from "../../../../ui/Field.tsx";
import type { RowRefusal } from "./rows.ts";

export interface RowsSettingProps<Row> {
  label: string;
  value: Row[];
  error: RowRefusal | undefined;
  onChange: (value: Row[]) => void;
}

/** A row with its place in the list. */
export interface ChargeRow<Row> {
  row: Row;
  rows: Row[];
  index: number;
  /** Why the server refused the row. */
  problem: RowRefusal | undefined;
  put: (change: Partial<Row>) => void;
  set: (rows: Row[]) => void;
}

interface ChargeRowsFieldProps<Row> extends RowsSettingProps<Row> {
  errorId: string;
  hint: string;
  /** The hint without rows. */
  emptyHint?: string;
  /** The place is the key of a row without an id. */
  idOf?: (row: Row) => string;
  /** The name of the row, for screen readers. */
  nameOf?: (row: Row, index: number) => string;
  renderRow: (row: ChargeRow<Row>) => ReactNode;
  /** Renders what adds a row, below the list. */
  renderAdd: (rows: Row[], set: (rows: Row[]) => void) => ReactNode;
}

/** A setting that is a list of rows. */
export function ChargeRowsField<Row>({
  label,
  value: rows,
  error,
  onChange: set,
  errorId,
  hint,
  emptyHint = hint,
  idOf,
  nameOf,
  renderRow,
  renderAdd,
}: ChargeRowsFieldProps<Row>) {
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="mt-1 max-w-prose text-sm text-quiet">{rows.length === 0 ? emptyHint : hint}</p>
      <ol className="mt-3 grid gap-3">
        {rows.map((row, index) => {
          const problem = error?.row === index ? error : undefined;
          const put = (change: Partial<Row>) => set(rows.with(index, { ...row, ...change }));
          return (
            <li
              key={idOf?.(row) ?? index}
              className={`charge-row ${problem ? "is-wrong" : ""}`}
              aria-label={nameOf?.(row, index)}
            >
              {renderRow({ row, rows, index, problem, put, set })}
            </li>
          );
        })}
      </ol>
      <FieldError id={errorId} message={error?.row === undefined ? error?.message : undefined} />
      {renderAdd(rows, set)}
    </fieldset>
  );
}

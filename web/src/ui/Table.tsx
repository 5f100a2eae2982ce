import "./table.css";
import { Fragment, type ReactNode, useLayoutEffect, useRef } from "react";
import { ignorePointer } from "./ignore-pointer.ts";
import { texts } from "./Table.texts.en.ts";

interface Column<Row> {
  title: string;
  cell: (row: Row, index: number) => ReactNode;
  numeric?: boolean;
  /** Names the row: screen readers read it with each of the other cells. */
  rowHeader?: boolean;
  /**
   * Where a narrow list has the cell, if not on the line below the name: a number or picture before the name, a text
   * below it, or the actions beside it: one button and a menu, or two short buttons.
   */
  place?: "number" | "lead" | "text" | "action" | "more";
  /** A narrow list names the value. Numbers are named, if it is not false. */
  labelled?: boolean;
  /** The classes of the column, for example `min-w-…`. */
  className?: string;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Shown below the row across all columns. */
  detail?: (row: Row) => ReactNode;
  /** Rows below each other with the same key have a heading. */
  groupOf?: (row: Row) => string | undefined;
  groupHeading?: (row: Row) => ReactNode;
  className?: string;
  /** The page lays its rows out on narrow screens, with a stylesheet of its own. */
  ownLayout?: boolean;
}

/** The column that counts the rows. */
export const ROW_NUMBER = {
  title: texts.rowNumber,
  place: "number" as const,
  cell: (_: unknown, index: number) => <span className="figures">{index + 1}</span>,
};

/**
 * A table, or a list on narrow screens (table.css). Ignores presses for a moment after rows have moved.
 * The roles are explicit, because `display: block` removes the roles of the table elements.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  detail,
  groupOf,
  groupHeading,
  className = "",
  ownLayout = false,
}: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const keys = rows.map(rowKey).join(" ");
  const shownKeys = useRef(keys);

  // The effect runs before painting, so that no press hits a row at its new place.
  useLayoutEffect(() => {
    if (!`${keys} `.startsWith(`${shownKeys.current} `)) ignorePointer(frame.current);
    shownKeys.current = keys;
  }, [keys]);

  return (
    <div ref={frame} className="data-table-frame">
      <table role="table" className={`data-table ${ownLayout ? "" : "data-list"} ${className}`}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, numeric }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                className={numeric ? "numeric" : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const below = detail?.(row);
            const group = groupOf?.(row);
            const before = rows[index - 1];
            const beginsGroup = group !== undefined && (!before || groupOf?.(before) !== group);
            return (
              <Fragment key={rowKey(row)}>
                {beginsGroup && (
                  <tr role="row" className="data-table-group">
                    <td role="cell" colSpan={columns.length}>
                      {groupHeading?.(row)}
                    </td>
                  </tr>
                )}
                <tr role="row" className={group && "data-table-grouped"}>
                  {columns.map((column) => {
                    const { title, cell, numeric, rowHeader, place, className = "" } = column;
                    const Cell = rowHeader ? "th" : "td";
                    return (
                      <Cell
                        key={title}
                        role={rowHeader ? "rowheader" : "cell"}
                        scope={rowHeader ? "row" : undefined}
                        className={numeric ? "numeric" : place}
                      >
                        {(column.labelled ?? numeric) && (
                          <span className="data-table-label" aria-hidden="true">
                            {title}
                          </span>
                        )}
                        <div className={`data-table-value ${className}`}>{cell(row, index)}</div>
                      </Cell>
                    );
                  })}
                </tr>
                {below && (
                  <tr role="row" className="data-table-detail">
                    <td role="cell" colSpan={columns.length}>
                      {below}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

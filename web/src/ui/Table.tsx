import "./table.css";
import { Fragment, type ReactNode, useLayoutEffect, useRef } from "react";
import { ignorePointer } from "./ignore-pointer.ts";

interface Column<Row> {
  title: string;
  cell: (row: Row, index: number) => ReactNode;
  numeric?: boolean;
  /** Names the row: screen readers read it with each of the other cells. */
  rowHeader?: boolean;
  /**
   * The column has one button in each row. On a card it has no title and shares a line with the
   * next column.
   */
  action?: boolean;
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
}

/**
 * A table, or a stack of cards on narrow screens (table.css). Ignores presses for a moment after rows have moved.
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
      <table role="table" className={`data-table ${className}`}>
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
                  {columns.map(({ title, cell, numeric, rowHeader, action, className = "" }) => {
                    const Cell = rowHeader ? "th" : "td";
                    return (
                      <Cell
                        key={title}
                        role={rowHeader ? "rowheader" : "cell"}
                        scope={rowHeader ? "row" : undefined}
                        className={numeric ? "numeric" : action ? "action" : undefined}
                      >
                        <span className="data-table-label" aria-hidden="true">
                          {title}
                        </span>
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

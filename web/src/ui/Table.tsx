import { Fragment, type ReactNode } from "react";

interface Column<Row> {
  title: string;
  cell: (row: Row, index: number) => ReactNode;
  numeric?: boolean;
  /** Holds one button that says what it does: on a card it needs no title, and two of them share a line. */
  action?: boolean;
  /** `min-w-…`: a narrow table must not break its words before it breaks others' lines. */
  className?: string;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** What stands below a row across all columns, while it is unfolded. */
  detail?: (row: Row) => ReactNode;
}

/**
 * A table where there is room for one, else a stack of cards (table.css).
 * The roles are spelt out because `display: block` takes a table's own away.
 */
export function Table<Row>({ caption, columns, rows, rowKey, detail }: TableProps<Row>) {
  return (
    <div className="data-table-frame">
      <table role="table" className="data-table">
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
            return (
              <Fragment key={rowKey(row)}>
                <tr role="row">
                  {columns.map(({ title, cell, numeric, action, className = "" }) => (
                    <td
                      key={title}
                      role="cell"
                      className={numeric ? "numeric" : action ? "action" : undefined}
                    >
                      <span className="data-table-label" aria-hidden="true">
                        {title}
                      </span>
                      <div className={`data-table-value ${className}`}>{cell(row, index)}</div>
                    </td>
                  ))}
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

import type { ReactNode } from "react";
import type { ToolImportCheck as ImportCheck } from "../../../api/client.ts";
import { formatCount, formatPrice, pluralize } from "../../../money.ts";
import { Table } from "../../../ui/Table.tsx";
import type { ImportOptions } from "./import-queries.ts";

const OTHER_SHOPS = { shopify: "Shopify", woocommerce: "WooCommerce" };

const SEPARATORS: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs" };

const newTool = ({
  price,
  availableQuantity,
  draft,
}: Omit<ImportCheck["added"][0], "differences">) =>
  `New: ${formatPrice(price)}, ${formatCount(availableQuantity)} in stock${draft ? ", draft" : ""}`;

const summary = ({
  addedCount,
  changedCount,
  unchangedCount,
  skippedCount,
  faultCount,
}: ImportCheck) =>
  [
    `${formatCount(addedCount)} new`,
    `${formatCount(changedCount)} changed`,
    `${formatCount(unchangedCount)} unchanged`,
    skippedCount > 0 && `${formatCount(skippedCount)} not imported`,
    faultCount > 0 && pluralize(faultCount, "problem"),
  ]
    .filter(Boolean)
    .join(", ");

interface ImportPreviewProps {
  check: ImportCheck;
  hasZip: boolean;
  options: ImportOptions;
  /** Checks the file again. */
  onOptions: (options: ImportOptions) => void;
  children: ReactNode;
}

/** What a file would change, and what of it cannot be taken. */
export function ImportPreview({ check, hasZip, options, onOptions, children }: ImportPreviewProps) {
  const { source, dialect, faults, added, changed, unknownColumns, faultCount } = check;
  const rows = [...added, ...changed].sort((a, b) => a.line - b.line);
  const more = check.addedCount + check.changedCount - rows.length;
  return (
    <section aria-labelledby="import-check" className="mt-8 border-t border-rule pt-6">
      <h2 id="import-check" className="text-heading">
        What will change
      </h2>
      <p role="status" className="mt-2">
        {summary(check)}
      </p>
      <p className="mt-2 text-quiet">
        {dialect.encoding === "xlsx"
          ? "Read as an Excel file."
          : `Read as ${dialect.encoding} text with ${SEPARATORS[dialect.separator] ?? dialect.separator} between the cells.`}
      </p>
      {source !== "trowel" && (
        <p className="mt-2 max-w-prose">
          This is a product export of {OTHER_SHOPS[source]}. A product with variants becomes one
          tool for each, named “Title – Option”. Unpublished products become drafts.
        </p>
      )}
      {unknownColumns.length > 0 && (
        <p className="mt-2 text-quiet">
          These columns are ignored, because the shop does not know them:{" "}
          {unknownColumns.join(", ")}
        </p>
      )}
      {faultCount > 0 && (
        <>
          <p className="mt-4 mb-3 font-medium text-error">
            Correct these rows{hasZip && " or the zip,"} and choose{" "}
            {hasZip ? "what you changed" : "the file"} again. Nothing is imported until every row is
            correct.
          </p>
          <Rows caption="Problems" title="Problem" rows={faults} count={faultCount} />
        </>
      )}
      {(check.keptQuantityCount > 0 || options.setQuantities) && (
        <Option
          isOn={options.setQuantities}
          onChange={(setQuantities) => onOptions({ ...options, setQuantities })}
          label="Set the stock to the file’s quantities"
        >
          The file does not say when its quantities were counted. Sales since then would come back.
        </Option>
      )}
      {(check.alteredSkuCount > 0 || options.takeAlteredSkus) && (
        <Option
          isOn={options.takeAlteredSkus}
          onChange={(takeAlteredSkus) => onOptions({ ...options, takeAlteredSkus })}
          label="Take the SKUs of the file"
        >
          Some SKUs look altered by a spreadsheet. The tools keep theirs.
        </Option>
      )}
      {check.alteredSkuCount > 0 && (
        <Rows
          caption="Altered SKUs"
          title="SKU"
          rows={check.alteredSkus}
          count={check.alteredSkuCount}
        />
      )}
      {(check.keptChangeCount > 0 || options.overwriteChanges) && (
        <Option
          isOn={options.overwriteChanges}
          onChange={(overwriteChanges) => onOptions({ ...options, overwriteChanges })}
          label="Overwrite them with the file"
        >
          Some tools were changed in the shop after this file was downloaded. These changes stay.
        </Option>
      )}
      {check.keptChangeCount > 0 && (
        <Rows
          caption="Changed in the shop"
          title="Change"
          rows={check.keptChanges}
          count={check.keptChangeCount}
        />
      )}
      {children}
      {check.skippedCount > 0 && (
        <>
          <p className="mt-6 mb-3 font-medium text-error">
            These rows cannot be imported. The others can.
          </p>
          <Rows
            caption="Not imported"
            title="Reason"
            rows={check.skipped}
            count={check.skippedCount}
          />
        </>
      )}
      {check.noteCount > 0 && (
        <>
          <p className="mt-6 mb-3 font-medium">These rows are imported with a difference.</p>
          <Rows caption="Notes" title="Note" rows={check.notes} count={check.noteCount} />
        </>
      )}
      {rows.length > 0 && (
        <div className="mt-6">
          <Table
            caption="Changes"
            rows={rows}
            rowKey={({ line }) => String(line)}
            columns={[
              {
                title: "Row",
                place: "number",
                cell: ({ line }) => <span className="figures">{line}</span>,
              },
              {
                title: "Tool",
                rowHeader: true,
                className: "min-w-40",
                cell: ({ name }) => <span dir="auto">{name}</span>,
              },
              {
                title: "Change",
                cell: ({ differences, ...tool }) =>
                  differences.length === 0 ? (
                    newTool(tool)
                  ) : (
                    <ul className="space-y-1 wrap-anywhere">
                      {differences.map(({ column, before, after }) => (
                        <li key={column} className="line-clamp-3">
                          <span className="text-quiet">{column}:</span>{" "}
                          <del className="text-quiet">{before || "none"}</del>{" "}
                          <span aria-hidden="true">→</span>{" "}
                          <ins className="font-medium no-underline">{after || "none"}</ins>
                        </li>
                      ))}
                    </ul>
                  ),
              },
            ]}
          />
        </div>
      )}
      <More count={more} />
    </section>
  );
}

interface OptionProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

const Option = ({ label, isOn, onChange, children }: OptionProps) => (
  <div className="mt-4 mb-3 max-w-prose">
    <p>{children}</p>
    <label className="mt-2 flex items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-primary"
      />
      {label}
    </label>
  </div>
);

interface RowsProps {
  caption: string;
  title: string;
  rows: ImportCheck["faults"];
  /** The number of rows, with the rows that the server did not list. */
  count: number;
}

const Rows = ({ caption, title, rows, count }: RowsProps) => (
  <>
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ line, detail }) => `${line} ${detail}`}
      columns={[
        {
          title: "Row",
          place: "number",
          cell: ({ line }) => <span className="figures">{line}</span>,
        },
        { title, rowHeader: true, className: "wrap-anywhere", cell: ({ detail }) => detail },
      ]}
    />
    <More count={count - rows.length} />
  </>
);

const More = ({ count }: { count: number }) =>
  count > 0 && <p className="mt-4 text-quiet">And {formatCount(count)} more.</p>;

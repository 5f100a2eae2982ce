import type { ReactNode } from "react";
import type { ToolImportCheck as ImportCheck } from "../../../api/client.ts";
import { Table } from "../../../ui/Table.tsx";
import type { ImportOptions } from "./import-queries.ts";
import { previewTexts } from "./texts.en.tsx";

const OTHER_SHOPS = { shopify: "Shopify", woocommerce: "WooCommerce" };

const newTool = ({
  price,
  availableQuantity,
  draft,
}: Omit<ImportCheck["added"][0], "differences">) =>
  (draft ? previewTexts.newDraft : previewTexts.newTool)(price, availableQuantity);

const summary = ({
  addedCount,
  changedCount,
  unchangedCount,
  skippedCount,
  faultCount,
}: ImportCheck) =>
  [
    previewTexts.added(addedCount),
    previewTexts.changed(changedCount),
    previewTexts.unchanged(unchangedCount),
    skippedCount > 0 && previewTexts.notImported(skippedCount),
    faultCount > 0 && previewTexts.problems(faultCount),
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
        {previewTexts.title}
      </h2>
      <p role="status" className="mt-2">
        {summary(check)}
      </p>
      <p className="mt-2 text-quiet">
        {dialect.encoding === "xlsx"
          ? previewTexts.readAsExcel
          : previewTexts.readAsText(dialect.encoding, dialect.separator)}
      </p>
      {source !== "trowel" && (
        <p className="mt-2 max-w-prose">{previewTexts.exportOf(OTHER_SHOPS[source])}</p>
      )}
      {unknownColumns.length > 0 && (
        <p className="mt-2 text-quiet">{previewTexts.unknownColumns(unknownColumns.join(", "))}</p>
      )}
      {faultCount > 0 && (
        <>
          <p className="mt-4 mb-3 font-medium text-error">
            {hasZip ? previewTexts.correctWithZip : previewTexts.correct}
          </p>
          <Rows
            caption={previewTexts.problemRows}
            title={previewTexts.problem}
            rows={faults}
            count={faultCount}
          />
        </>
      )}
      {(check.keptQuantityCount > 0 || options.setQuantities) && (
        <Option
          isOn={options.setQuantities}
          onChange={(setQuantities) => onOptions({ ...options, setQuantities })}
          label={previewTexts.setStock}
        >
          {previewTexts.setStockExplanation}
        </Option>
      )}
      {(check.alteredSkuCount > 0 || options.takeAlteredSkus) && (
        <Option
          isOn={options.takeAlteredSkus}
          onChange={(takeAlteredSkus) => onOptions({ ...options, takeAlteredSkus })}
          label={previewTexts.takeSkus}
        >
          {previewTexts.takeSkusExplanation}
        </Option>
      )}
      {check.alteredSkuCount > 0 && (
        <Rows
          caption={previewTexts.alteredSkus}
          title={previewTexts.sku}
          rows={check.alteredSkus}
          count={check.alteredSkuCount}
        />
      )}
      {(check.keptChangeCount > 0 || options.overwriteChanges) && (
        <Option
          isOn={options.overwriteChanges}
          onChange={(overwriteChanges) => onOptions({ ...options, overwriteChanges })}
          label={previewTexts.overwrite}
        >
          {previewTexts.overwriteExplanation}
        </Option>
      )}
      {check.keptChangeCount > 0 && (
        <Rows
          caption={previewTexts.changedInShop}
          title={previewTexts.change}
          rows={check.keptChanges}
          count={check.keptChangeCount}
        />
      )}
      {children}
      {check.skippedCount > 0 && (
        <>
          <p className="mt-6 mb-3 font-medium text-error">{previewTexts.skippedExplanation}</p>
          <Rows
            caption={previewTexts.skipped}
            title={previewTexts.reason}
            rows={check.skipped}
            count={check.skippedCount}
          />
        </>
      )}
      {check.noteCount > 0 && (
        <>
          <p className="mt-6 mb-3 font-medium">{previewTexts.notesExplanation}</p>
          <Rows
            caption={previewTexts.notes}
            title={previewTexts.note}
            rows={check.notes}
            count={check.noteCount}
          />
        </>
      )}
      {rows.length > 0 && (
        <div className="mt-6">
          <Table
            caption={previewTexts.changes}
            rows={rows}
            rowKey={({ line }) => String(line)}
            columns={[
              {
                title: previewTexts.row,
                place: "number",
                cell: ({ line }) => <span className="figures">{line}</span>,
              },
              {
                title: previewTexts.tool,
                rowHeader: true,
                className: "min-w-40",
                cell: ({ name }) => <span dir="auto">{name}</span>,
              },
              {
                title: previewTexts.change,
                cell: ({ differences, ...tool }) =>
                  differences.length === 0 ? (
                    newTool(tool)
                  ) : (
                    <ul className="space-y-1 wrap-anywhere">
                      {differences.map(({ column, before, after }) => (
                        <li key={column} className="line-clamp-3">
                          <span className="text-quiet">{previewTexts.column(column)}</span>{" "}
                          <del className="text-quiet">{before || previewTexts.none}</del>{" "}
                          <span aria-hidden="true">→</span>{" "}
                          <ins className="font-medium no-underline">
                            {after || previewTexts.none}
                          </ins>
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
          title: previewTexts.row,
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
  count > 0 && <p className="mt-4 text-quiet">{previewTexts.more(count)}</p>;

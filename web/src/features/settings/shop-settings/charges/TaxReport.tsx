import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatPrice } from "../../../../money.ts";
import { Field } from "../../../../ui/Field.tsx";
import { FileDownload } from "../../../../ui/FileDownload.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { Table } from "../../../../ui/Table.tsx";
import { TableSkeleton } from "../../../../ui/TableSkeleton.tsx";
import { taxReportQuery } from "./queries.ts";
import { Entry } from "./TaxEntry.tsx";
import { AUTHORITIES, type TaxReport as TaxReportData } from "./taxes.ts";

/** What was charged and returned in a period, for the forms of the tax offices. */
export function TaxReport() {
  const [days, setDays] = useState<{ from?: string; to?: string }>({});
  const { data, error, refetch, isPlaceholderData } = useQuery(taxReportQuery(days));
  const shown = { from: days.from ?? data?.from ?? "", to: days.to ?? data?.to ?? "" };
  return (
    <section aria-labelledby="tax-report">
      <h2 id="tax-report" className="text-heading">
        Tax report
      </h2>
      <p className="max-w-prose pt-1 text-sm text-quiet">
        A tax counts as charged on the day of the payment, and as returned on the day on which the
        refund was decided. The shop begins with the last full quarter.
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        {(["from", "to"] as const).map((name) => (
          <Field
            key={name}
            label={name === "from" ? "From" : "To"}
            type="date"
            value={shown[name]}
            onChange={({ target }) => target.value && setDays({ ...shown, [name]: target.value })}
          />
        ))}
      </div>
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div aria-busy={isPlaceholderData}>
          <Sums {...data} />
        </div>
      ) : (
        <TableSkeleton label="Loading the tax report" />
      )}
    </section>
  );
}

function Sums({ from, to, rows, totals, untaxedSales }: TaxReportData) {
  const isEmpty = rows.length === 0 && untaxedSales === 0;
  return (
    <>
      {totals.length > 0 && (
        <ul className="border-t border-rule" aria-label="Net tax by authority">
          {totals.map(({ authority, sales, charged, returned, net }) => (
            <Entry
              key={authority}
              title={AUTHORITIES[authority].title}
              figure={formatPrice(net)}
              text={`${formatPrice(charged)} charged on sales of ${formatPrice(sales)}, ${formatPrice(returned)} returned with refunds.`}
            />
          ))}
        </ul>
      )}
      <p className="mt-3 max-w-prose text-sm text-quiet">
        {isEmpty && "Nothing was sold or refunded in this time."}
        {untaxedSales > 0 && `Sales of ${formatPrice(untaxedSales)} had no tax.`}
      </p>
      {rows.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer font-medium">By tax and province</summary>
          <div className="mt-2">
            <Table
              caption="Taxes of the period"
              rows={rows}
              rowKey={({ tax, province }) => `${tax} ${province}`}
              columns={[
                { title: "Tax", cell: ({ tax }) => tax, rowHeader: true },
                { title: "Province", cell: ({ name }) => name },
                ...AMOUNTS.map(([title, name]) => ({
                  title,
                  numeric: true,
                  cell: (row: TaxReportData["rows"][number]) => formatPrice(row[name]),
                })),
              ]}
            />
          </div>
        </details>
      )}
      {!isEmpty && (
        <FileDownload
          path="/csv/taxes"
          query={{ from, to }}
          label="Download tax report"
          className="mt-4"
        />
      )}
    </>
  );
}

const AMOUNTS = [
  ["Sales", "sales"],
  ["Charged", "charged"],
  ["Returned", "returned"],
  ["Net", "net"],
] as const;

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatPrice } from "../../../../money.ts";
import { Field } from "../../../../ui/Field.tsx";
import { FileDownload } from "../../../../ui/FileDownload.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { Table } from "../../../../ui/Table.tsx";
import { TableSkeleton } from "../../../../ui/TableSkeleton.tsx";
import { report as texts } from "./overview.texts.en.tsx";
import { taxReportQuery } from "./queries.ts";
import { Entry } from "./TaxEntry.tsx";
import { AUTHORITIES, type TaxReport as TaxReportData, taxName } from "./taxes.ts";

/** What was charged and returned in a period, for the forms of the tax offices. */
export function TaxReport() {
  const [days, setDays] = useState<{ from?: string; to?: string }>({});
  const { data, error, refetch, isPlaceholderData } = useQuery(taxReportQuery(days));
  const shown = { from: days.from ?? data?.from ?? "", to: days.to ?? data?.to ?? "" };
  return (
    <section aria-labelledby="tax-report">
      <h2 id="tax-report" className="text-heading">
        {texts.title}
      </h2>
      <p className="max-w-prose pt-1 text-sm text-quiet">{texts.about}</p>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        {(["from", "to"] as const).map((name) => (
          <Field
            key={name}
            label={texts.days[name]}
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
        <TableSkeleton label={texts.loading} />
      )}
    </section>
  );
}

function Sums({ from, to, rows, totals, untaxedSales }: TaxReportData) {
  const isEmpty = rows.length === 0 && untaxedSales === 0;
  return (
    <>
      {totals.length > 0 && (
        <ul className="border-t border-rule" aria-label={texts.list}>
          {totals.map(({ authority, sales, charged, returned, net }) => (
            <Entry
              key={authority}
              title={AUTHORITIES[authority].title}
              figure={formatPrice(net)}
              text={texts.total(charged, sales, returned)}
            />
          ))}
        </ul>
      )}
      <p className="mt-3 max-w-prose text-sm text-quiet">
        {isEmpty && texts.empty}
        {untaxedSales > 0 && texts.untaxed(untaxedSales)}
      </p>
      {rows.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer font-medium">{texts.details}</summary>
          <div className="mt-2">
            <Table
              caption={texts.caption}
              rows={rows}
              rowKey={({ tax, province }) => `${tax} ${province}`}
              columns={[
                { title: texts.tax, cell: ({ tax }) => taxName(tax), rowHeader: true },
                { title: texts.province, cell: ({ name }) => name },
                ...AMOUNTS.map((name) => ({
                  title: texts.amounts[name],
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
          label={texts.download}
          className="mt-4"
        />
      )}
    </>
  );
}

const AMOUNTS = ["sales", "charged", "returned", "net"] as const;

import { useQuery } from "@tanstack/react-query";
import { formatDate } from "../../../../date.ts";
import { formatPrice } from "../../../../money.ts";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { TableSkeleton } from "../../../../ui/TableSkeleton.tsx";
import { accountant, charged, limits as texts } from "./overview.texts.en.tsx";
import { taxOverviewQuery } from "./queries.ts";
import { Entry } from "./TaxEntry.tsx";
import { TaxReport } from "./TaxReport.tsx";
import {
  AUTHORITIES,
  groupedPlaces,
  limitText,
  type PlaceGroup,
  rateText,
  reasonText,
  type TaxOverview as TaxOverviewData,
} from "./taxes.ts";

/** What the saved settings mean: what is charged where, how much was sold and taxed there, what to ask. */
export function TaxOverview({ etag }: { etag: string }) {
  const { data, error, refetch } = useQuery(taxOverviewQuery(etag));
  return (
    <div className="mt-12 grid gap-12">
      <section aria-labelledby="charged">
        <h2 id="charged" className="text-heading">
          {charged.title}
        </h2>
        {data ? (
          <Charged {...data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={charged.loading} />
        )}
      </section>
      {data && <Limits {...data} />}
      <TaxReport />
      <section aria-labelledby="accountant">
        <h2 id="accountant" className="text-heading">
          {accountant.title}
        </h2>
        <p className="max-w-prose pt-1 text-sm text-quiet">{accountant.about}</p>
        <ul className="mt-3 grid max-w-prose list-disc gap-1.5 pl-5 text-[0.9375rem]">
          {accountant.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Charged({ home, places, addedRates }: TaxOverviewData) {
  const taxes = places.flatMap((place) => place.taxes);
  return (
    <>
      <p className="max-w-prose pt-1 text-sm text-quiet">
        {taxes.some(({ isCharged }) => isCharged) ? charged.today : charged.nothing}{" "}
        {home ? charged.pickUp(home) : charged.noHome}
      </p>
      {addedRates.map((rate) => (
        <p
          key={`${rate.province}${rate.tax}${rate.from}`}
          className={`mt-2 max-w-prose text-sm font-medium ${rate.isInTable ? "" : "text-error"}`}
        >
          {charged.ownRate(rateText(rate), rate.province, rate.from)}{" "}
          {rate.isInTable ? charged.inTable : charged.otherInTable(rate.tableRate)}
        </p>
      ))}
      <ul className="mt-3 border-t border-rule" aria-label={charged.list}>
        {groupedPlaces(places).map((group) => (
          <Entry
            key={group.names.join()}
            title={group.names.join(", ")}
            figure={<Taxes {...group} />}
            text={reasonText(group)}
          />
        ))}
      </ul>
      <details className="mt-4 text-sm">
        <summary className="cursor-pointer font-medium">{charged.sources}</summary>
        <ul className="mt-2 grid max-w-prose gap-1.5">
          {places.map(({ province, name, taxes: ofPlace }) => (
            <li key={province}>
              {charged.place(name)}{" "}
              {ofPlace.map((tax, index) => (
                <span key={tax.tax} className={tax.isOwn ? "text-error" : "text-quiet"}>
                  {index > 0 && "; "}
                  <Source tax={tax} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Source({ tax }: { tax: PlaceGroup["taxes"][number] }) {
  const source = tax.address ? (
    <a href={tax.address} rel="noreferrer" className="underline underline-offset-4">
      {tax.source}
    </a>
  ) : (
    tax.source
  );
  return tax.isOwn
    ? charged.source(rateText(tax), tax.since, source)
    : charged.sourceReadOn(rateText(tax), tax.since, source, tax.readOn);
}

const Taxes = ({ taxes }: PlaceGroup) =>
  taxes.map((tax, index) => (
    <span key={tax.tax} className={tax.isOwn ? "text-error" : tax.isCharged ? "" : "text-quiet"}>
      {index > 0 && " + "}
      {tax.isCharged ? <strong className="font-semibold">{rateText(tax)}</strong> : rateText(tax)}
    </span>
  ));

function Limits({ limits, places, salesFrom, salesElsewhere }: TaxOverviewData) {
  const sold = places.filter(({ sales }) => sales > 0);
  return (
    <section aria-labelledby="limits">
      <h2 id="limits" className="text-heading">
        {texts.title}
      </h2>
      <p className="max-w-prose pt-1 text-sm text-quiet">
        {/* At noon it is the same day in every zone of the Americas and Europe. */}
        {texts.about(formatDate(`${salesFrom}T12:00:00Z`))}
      </p>
      <ul className="mt-3 border-t border-rule" aria-label={texts.list}>
        {limits.map((meter) => (
          <Entry
            key={meter.authority}
            title={AUTHORITIES[meter.authority].title}
            figure={soldText(meter)}
            text={limitText(meter)}
          />
        ))}
      </ul>
      <p className="mt-3 max-w-prose text-sm text-quiet">
        {sold.length === 0 ? texts.nothingSold : texts.byProvince(sold)}
        {salesElsewhere > 0 && ` ${texts.elsewhere(salesElsewhere)}`}
      </p>
    </section>
  );
}

const soldText = ({ sales, limit }: TaxOverviewData["limits"][number]) =>
  limit === undefined ? formatPrice(sales) : texts.ofLimit(sales, limit);

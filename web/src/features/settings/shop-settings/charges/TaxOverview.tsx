import { useQuery } from "@tanstack/react-query";
import { formatDate } from "../../../../date.ts";
import { formatPrice } from "../../../../money.ts";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { TableSkeleton } from "../../../../ui/TableSkeleton.tsx";
import { taxOverviewQuery } from "./queries.ts";
import { Entry } from "./TaxEntry.tsx";
import { TaxReport } from "./TaxReport.tsx";
import {
  AUTHORITIES,
  groupedPlaces,
  limitText,
  type PlaceGroup,
  provinceName,
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
          What is charged where and why
        </h2>
        {data ? (
          <Charged {...data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the taxes" />
        )}
      </section>
      {data && <Limits {...data} />}
      <TaxReport />
      <section aria-labelledby="accountant">
        <h2 id="accountant" className="text-heading">
          Ask your accountant
        </h2>
        <p className="max-w-prose pt-1 text-sm text-quiet">
          The shop knows rates and rules, and not your business. This page is not legal advice.
        </p>
        <ul className="mt-3 grid max-w-prose list-disc gap-1.5 pl-5 text-[0.9375rem]">
          {QUESTIONS.map((question) => (
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
        {taxes.some(({ isCharged }) => isCharged)
          ? "Today, by where the goods go. Taxes in bold are charged. Each tax is calculated once on the whole purchase, and half a cent counts as one."
          : "You are not registered, so no tax is charged anywhere, and customers read nothing about taxes."}{" "}
        {home
          ? `A customer who picks up the goods pays the taxes of ${provinceName(home)}, where the shop is.`
          : "The shop does not know its own province. Enter it above, so that pick-up is taxed there."}
      </p>
      {addedRates.map((rate) => (
        <p
          key={`${rate.province}${rate.tax}${rate.from}`}
          className={`mt-2 max-w-prose text-sm font-medium ${rate.isInTable ? "" : "text-error"}`}
        >
          Your own rate: {rateText(rate)} in {provinceName(rate.province)} from {rate.from}.{" "}
          {rate.isInTable
            ? "The shop’s table has it too, so you can remove yours."
            : `The shop’s table has ${rate.tableRate}% for that day.`}
        </p>
      ))}
      <ul className="mt-3 border-t border-rule" aria-label="Taxes by province">
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
        <summary className="cursor-pointer font-medium">Where the rates come from</summary>
        <ul className="mt-2 grid max-w-prose gap-1.5">
          {places.map(({ province, name, taxes: ofPlace }) => (
            <li key={province}>
              {name}:{" "}
              {ofPlace.map((tax, index) => (
                <span key={tax.tax} className={tax.isOwn ? "text-error" : "text-quiet"}>
                  {index > 0 && "; "}
                  {rateText(tax)} since {tax.since},{" "}
                  {tax.address ? (
                    <a href={tax.address} rel="noreferrer" className="underline underline-offset-4">
                      {tax.source}
                    </a>
                  ) : (
                    tax.source
                  )}
                  {!tax.isOwn && `, read on ${tax.readOn}`}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
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
        When you have to register
      </h2>
      <p className="max-w-prose pt-1 text-sm text-quiet">
        {/* At noon it is the same day in every zone of the Americas and Europe. */}
        Paid sales since {formatDate(`${salesFrom}T12:00:00Z`)}, with delivery, before taxes and
        refunds. For GST/HST, one quarter above the limit is enough, and sales outside of this shop
        count too.
      </p>
      <ul className="mt-3 border-t border-rule" aria-label="Sales beside the limits">
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
        {sold.length === 0
          ? "Nothing was sold to a known province yet."
          : `By province: ${sold.map(({ name, sales }) => `${name} ${formatPrice(sales)}`).join(", ")}.`}
        {salesElsewhere > 0 &&
          ` Sales of ${formatPrice(salesElsewhere)} needed no province, so it is not known.`}
      </p>
    </section>
  );
}

const soldText = ({ sales, limit }: TaxOverviewData["limits"][number]) =>
  limit === undefined ? formatPrice(sales) : `${formatPrice(sales)} of ${formatPrice(limit)}`;

const QUESTIONS = [
  "Where are you registered, and from which day? Do all your businesses count together?",
  "When do you have to register in Saskatchewan and Manitoba: from the first sale?",
  "Does the delivery carry PST in British Columbia, Manitoba and Saskatchewan? It depends on who owns the goods on the way.",
  "Do you sell to shops that sell again? They give you a number or a certificate for PST.",
  "Are some of your goods exempt from PST, such as plants, seeds or soil?",
  "Is a discount code a lower price, or is it paid back to you?",
  "Is a sale that is paid at pick-up taxed on the day of the order, or of the payment?",
  "How do you return tax with a refund, and how long after the sale?",
  "The tax office wants records of six years, kept in Canada. Is your server there, or do you keep an export?",
  "Do you report by the regular method or by the quick one?",
];

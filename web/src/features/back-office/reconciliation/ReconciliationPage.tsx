import "./reconciliation.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReconciliationReport } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { formatTime } from "../../../date.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckIcon, Icon } from "../../../ui/icons.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { ClockIcon } from "../../../ui/Timeline.tsx";
import { AutomaticRefunds } from "./AutomaticRefunds.tsx";
import { BookDownloads } from "./BookDownloads.tsx";
import { Discrepancies } from "./Discrepancies.tsx";
import { reconciliationQuery } from "./queries.ts";
import {
  type Comparison,
  type ComparisonOutcome,
  comparisons,
  notesIn,
  problemsIn,
  summarize,
} from "./reconciliation.ts";
import { texts } from "./texts.en.tsx";

/**
 * The owner's page that compares stock, orders and payments with each other and with the card
 * provider.
 */
export default function ReconciliationPage() {
  const { data, error, isFetching, refetch } = useQuery(reconciliationQuery);
  const check = () => void refetch();

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-title">{texts.title}</h1>
        {data && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p role="status" className="text-sm text-quiet">
              {isFetching
                ? texts.checking
                : texts.checkedAt(
                    <time dateTime={new Date(data.at).toISOString()}>{formatTime(data.at)}</time>,
                  )}
            </p>
            <Button variant="outline" small busy={isFetching} onClick={check}>
              {texts.checkAgain}
            </Button>
          </div>
        )}
      </div>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      {data ? (
        <div aria-busy={isFetching}>
          {error && !isFetching && <LastCheckFailed error={error} at={data.at} />}
          <Report report={data.data} />
        </div>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={check} />
        </div>
      ) : (
        <>
          <div className="appear-late mt-8 h-36 bg-plate" />
          <div className="mt-12">
            <TableSkeleton label={texts.loading} />
          </div>
        </>
      )}
      <BookDownloads />
    </>
  );
}

function LastCheckFailed({ error, at }: { error: Error; at: number }) {
  return (
    <p role="alert" className="mt-6 border-l-2 border-error py-1 pl-5">
      {errorMessage(error)} {texts.resultOf(formatTime(at))}
    </p>
  );
}

function Report({ report }: { report: ReconciliationReport }) {
  const { differences, more, givenBack } = report;
  return (
    <>
      <SummaryPanel report={report} />
      <Discrepancies
        title={texts.whatDiffers}
        discrepancies={problemsIn(differences)}
        more={more}
      />
      <Discrepancies title={texts.goodToKnow} discrepancies={notesIn(differences)} more={false} />
      <section className="mt-12" aria-labelledby="checked">
        <h2 id="checked" className="text-heading">
          {texts.whatWasCompared}
        </h2>
        <ul aria-labelledby="checked" className="mt-4 border-t border-rule-strong">
          {comparisons(report).map((check) => (
            <ComparisonRow key={check.ours} check={check} />
          ))}
        </ul>
        {report.recordedPayments > 0 && (
          <p className="mt-4 text-quiet">
            {texts.withoutCard(report.recordedPayments, report.recordedAmount)}
          </p>
        )}
      </section>
      <AutomaticRefunds payments={givenBack} />
    </>
  );
}

const ICONS: Record<ComparisonOutcome, ReactNode> = {
  agree: <CheckIcon />,
  unknown: <ClockIcon />,
  differ: (
    <Icon>
      <path d="M5 9.5h14M5 14.5h14M15.5 5l-7 14" />
    </Icon>
  ),
};

const COLORS = { agree: "text-success", differ: "text-error", unknown: "text-warning" } as const;

function SummaryPanel({ report }: { report: ReconciliationReport }) {
  const { outcome, title, text } = summarize(report);
  return (
    <div role="status" className="mt-8 flex items-start gap-4 bg-plate px-5 py-6 sm:gap-6 sm:p-8">
      <span className={`verdict ${COLORS[outcome]}`}>{ICONS[outcome]}</span>
      <div>
        <p className="font-display text-3xl leading-tight">{title}</p>
        <p className="mt-2 max-w-prose">{text}</p>
      </div>
    </div>
  );
}

function ComparisonRow({ check: { ours, theirs, checked, outcome, text } }: { check: Comparison }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_8rem_13rem]">
      <div className="max-sm:col-span-2">
        <p className="font-medium">{ours}</p>
        <p className="text-sm text-quiet">{texts.comparedWith(theirs)}</p>
      </div>
      <p className="sm:text-right">{checked}</p>
      <p className={`flex items-start gap-2 font-medium max-sm:justify-end ${COLORS[outcome]}`}>
        {ICONS[outcome]}
        {text}
      </p>
    </li>
  );
}

import "./reconciliation.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Ledger } from "../../api/client.ts";
import { faultOfReading } from "../../api/errors.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckIcon, ClockIcon, Icon } from "../../ui/icons.tsx";
import { Trouble } from "../../ui/LoadError.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { MoneyBack } from "./AutomaticRefunds.tsx";
import { Differences } from "./Discrepancies.tsx";
import { ledgerQuery } from "./queries.ts";
import {
  type Check,
  checksOf,
  clockTime,
  faultsAmong,
  notesAmong,
  type Outcome,
  verdictOn,
} from "./reconciliation.ts";

/** For the owner: whether stock, orders and payments say the same, and the card provider with them. */
export default function BooksPage() {
  const { data, error, isFetching, refetch } = useQuery(ledgerQuery);
  const check = () => void refetch();

  return (
    <>
      <PageTitle>Books</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-title">Books</h1>
        {data && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p role="status" className="figures text-sm text-quiet">
              {isFetching ? (
                "Checking …"
              ) : (
                <>
                  Checked at{" "}
                  <time dateTime={new Date(data.at).toISOString()}>{clockTime(data.at)}</time>
                </>
              )}
            </p>
            <Button look="outline" small busy={isFetching} onClick={check}>
              Check again
            </Button>
          </div>
        )}
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        The shop writes down every piece, every order and every payment in more than one place. Here
        these are held against each other, and against what the card provider has. Checking changes
        nothing.
      </p>
      {data ? (
        <div aria-busy={isFetching}>
          {error && !isFetching && <LastCheckFailed error={error} at={data.at} />}
          <Account ledger={data.data} />
        </div>
      ) : error ? (
        <div className="mt-8">
          <Trouble error={error} onRetry={check} />
        </div>
      ) : (
        <Spinner label="Checking the books" />
      )}
    </>
  );
}

function LastCheckFailed({ error, at }: { error: Error; at: number }) {
  return (
    <p role="alert" className="mt-6 border-l-2 border-error py-1 pl-5">
      {faultOfReading(error)}{" "}
      <span className="figures">What stands here is from {clockTime(at)}.</span>
    </p>
  );
}

function Account({ ledger }: { ledger: Ledger }) {
  const { differences, more, givenBack } = ledger;
  return (
    <>
      <Verdict ledger={ledger} />
      <Differences title="What differs" differences={faultsAmong(differences)} more={more} />
      <Differences title="Good to know" differences={notesAmong(differences)} more={false} />
      <section className="mt-12" aria-labelledby="checked">
        <h2 id="checked" className="text-heading">
          What was held against what
        </h2>
        <ul aria-labelledby="checked" className="mt-4 border-t border-rule-strong">
          {checksOf(ledger).map((check) => (
            <CheckLine key={check.ours} check={check} />
          ))}
        </ul>
      </section>
      <MoneyBack given={givenBack} />
    </>
  );
}

const SIGNS: Record<Outcome, ReactNode> = {
  agree: <CheckIcon />,
  unknown: <ClockIcon />,
  differ: (
    <Icon>
      <path d="M5 9.5h14M5 14.5h14M15.5 5l-7 14" />
    </Icon>
  ),
};

const INK = { agree: "text-success", differ: "text-error", unknown: "text-warning" } as const;

function Verdict({ ledger }: { ledger: Ledger }) {
  const { outcome, title, text } = verdictOn(ledger);
  return (
    <div role="status" className="mt-8 flex items-start gap-4 bg-plate px-5 py-6 sm:gap-6 sm:p-8">
      <span className={`verdict ${INK[outcome]}`}>{SIGNS[outcome]}</span>
      <div>
        <p className="font-display text-3xl leading-tight">{title}</p>
        <p className="mt-2 max-w-prose">{text}</p>
      </div>
    </div>
  );
}

function CheckLine({ check: { ours, theirs, checked, outcome, said } }: { check: Check }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_8rem_13rem]">
      <div className="max-sm:col-span-2">
        <p className="font-medium">{ours}</p>
        <p className="text-sm text-quiet">against {theirs}</p>
      </div>
      <p className="figures sm:text-right">{checked}</p>
      <p className={`flex items-start gap-2 font-medium max-sm:justify-end ${INK[outcome]}`}>
        {SIGNS[outcome]}
        {said}
      </p>
    </li>
  );
}

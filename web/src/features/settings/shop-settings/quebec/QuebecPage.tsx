import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { CheckIcon } from "../../../../ui/icons.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { TableSkeleton } from "../../../../ui/TableSkeleton.tsx";
import {
  countToDo,
  missingNames,
  placeToMend,
  type QuebecDuty,
  type QuebecReadiness,
} from "./duties.ts";
import { quebecQuery } from "./queries.ts";
import { duties as dutyTexts, texts } from "./texts.en.ts";

const LINK = "underline underline-offset-4 hover:decoration-2";

/** The owner's page with the duties of a shop that sells into Québec. */
export default function QuebecPage() {
  const { data, error, refetch } = useQuery(quebecQuery);
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      {data ? (
        <Readiness {...data} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton label={texts.loading} />
      )}
      <p className="mt-10 max-w-prose border-l-2 border-warning py-1 pl-4 text-quiet">
        {texts.notAdvice}
      </p>
      <section aria-labelledby="lawyer" className="mt-10">
        <h2 id="lawyer" className="text-heading">
          {texts.questionsTitle}
        </h2>
        <ul className="mt-3 grid max-w-prose list-disc gap-1.5 pl-5 text-[0.9375rem]">
          {texts.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function summaryOf({ isOpen, sales, duties }: QuebecReadiness) {
  const count = countToDo(duties);
  if (!isOpen) return texts.closed(count);
  if (count === 0) return texts.allDone;
  return sales === "open" ? texts.openedByOwner(count) : texts.soldBefore(count);
}

function Readiness(readiness: QuebecReadiness) {
  return (
    <>
      <p role="status" className="mt-4 max-w-prose font-medium">
        {summaryOf(readiness)}
      </p>
      <p className="mt-2">
        <AppLink to={`${paths.shopSettings}?section=quebec&field=quebecSales`} className={LINK}>
          {texts.choose}
        </AppLink>
      </p>
      <ul aria-label={texts.dutiesLabel} className="mt-6 max-w-prose border-t border-rule">
        {readiness.duties.map((duty) => (
          <Duty key={duty.code} {...duty} />
        ))}
      </ul>
    </>
  );
}

function Duty(duty: QuebecDuty) {
  const { title, about } = dutyTexts[duty.code];
  const isDone = duty.state === "done";
  const place = placeToMend(duty);
  const missing = missingNames(duty);
  const link = isDone ? texts.change : texts.mend;
  return (
    <li className="border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-sans text-base font-medium">{title}</h2>
        <p
          className={`inline-flex items-center gap-1.5 text-sm ${isDone ? "text-quiet" : "font-medium text-error"}`}
        >
          {isDone && <CheckIcon />}
          {isDone ? texts.done : texts.todo}
        </p>
      </div>
      <p className="text-sm leading-6 text-quiet">{about}</p>
      {missing.length > 0 && <p className="text-sm wrap-anywhere">{texts.missing(missing)}</p>}
      {place && (
        <p className="text-sm">
          <AppLink to={place} aria-label={texts.linkOf(link, title)} className={LINK}>
            {link}
          </AppLink>
        </p>
      )}
    </li>
  );
}

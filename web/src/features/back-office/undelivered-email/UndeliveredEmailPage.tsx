import { useInfiniteQuery } from "@tanstack/react-query";
import type { OutboxEmail } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { report } from "../../../ui/report.ts";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { undeliveredEmailsQuery, useRetryEmail } from "./queries.ts";
import { texts } from "./texts.en.ts";

/** Shows the owner the e-mails that could not be delivered, and why. */
export default function UndeliveredEmailPage() {
  const list = useInfiniteQuery(undeliveredEmailsQuery);
  const { data, error, refetch } = list;
  const emails = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <BackLink to={paths.dashboard}>{texts.profile}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      <div className="mt-8">
        {emails ? (
          <EmailsTable emails={emails} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function EmailsTable({ emails }: { emails: OutboxEmail[] }) {
  if (emails.length === 0) return <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;
  return (
    <Table
      caption={texts.title}
      rows={emails}
      rowKey={(email) => email._id}
      columns={[
        {
          title: texts.to,
          rowHeader: true,
          className: "sm:min-w-44",
          cell: (email) => <Email address={email.recipient} />,
        },
        { title: texts.subject, className: "sm:min-w-40", cell: (email) => email.subject },
        {
          title: texts.since,
          className: "sm:min-w-36",
          cell: (email) => <DateText at={email.createdAt} />,
        },
        { title: texts.attempts, numeric: true, cell: (email) => email.attempts },
        {
          title: texts.reason,
          className: "sm:min-w-48 text-sm wrap-anywhere",
          cell: (email) => email.lastError,
        },
        {
          title: texts.action,
          place: "action",
          cell: (email) =>
            email.retryable ? (
              <RetryButton email={email} />
            ) : (
              <span className="text-sm text-quiet">{texts.tooLate}</span>
            ),
        },
      ]}
    />
  );
}

function RetryButton({ email }: { email: OutboxEmail }) {
  const retrying = useRetryEmail();

  const retry = () =>
    report(retrying.mutateAsync(email._id), texts.retried(email.recipient), { kind: "info" });

  return (
    <Button
      variant="outline"
      small
      busy={retrying.isPending}
      aria-label={texts.retryOf(email.recipient)}
      onClick={() => void retry()}
    >
      {texts.retry}
    </Button>
  );
}

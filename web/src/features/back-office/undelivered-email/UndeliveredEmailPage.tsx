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

/** Shows the owner the e-mails that could not be delivered, and why. */
export default function UndeliveredEmailPage() {
  const list = useInfiniteQuery(undeliveredEmailsQuery);
  const { data, error, refetch } = list;
  const emails = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <BackLink to={paths.dashboard}>Users Profile</BackLink>
      <h1 className="text-title">Undelivered e-mail</h1>
      <p className="mt-4 max-w-prose text-quiet">
        E-mails that could not be delivered after several attempts, and what the mail server said.
        All others were sent or are being sent.
      </p>
      <div className="mt-8">
        {emails ? (
          <EmailsTable emails={emails} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the e-mails" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function EmailsTable({ emails }: { emails: OutboxEmail[] }) {
  if (emails.length === 0)
    return <EmptyState title="Nothing undelivered">No e-mail has failed.</EmptyState>;
  return (
    <Table
      caption="Undelivered e-mail"
      rows={emails}
      rowKey={(email) => email._id}
      columns={[
        {
          title: "To",
          rowHeader: true,
          className: "sm:min-w-44",
          cell: (email) => <Email address={email.recipient} />,
        },
        { title: "Subject", className: "sm:min-w-40", cell: (email) => email.subject },
        {
          title: "Since",
          className: "sm:min-w-36",
          cell: (email) => <DateText at={email.createdAt} />,
        },
        { title: "Attempts", numeric: true, cell: (email) => email.attempts },
        {
          title: "Reason",
          className: "sm:min-w-48 text-sm wrap-anywhere",
          cell: (email) => email.lastError,
        },
        {
          title: "Action",
          place: "action",
          cell: (email) =>
            email.retryable ? (
              <RetryButton email={email} />
            ) : (
              <span className="text-sm text-quiet">Too late: its link or code has expired</span>
            ),
        },
      ]}
    />
  );
}

function RetryButton({ email }: { email: OutboxEmail }) {
  const retrying = useRetryEmail();

  const retry = () => {
    const text = `The e-mail to ${email.recipient} will be tried again`;
    return report(retrying.mutateAsync(email._id), text, { kind: "info" });
  };

  return (
    <Button
      variant="outline"
      small
      busy={retrying.isPending}
      aria-label={`Try again: the e-mail to ${email.recipient}`}
      onClick={() => void retry()}
    >
      Try again
    </Button>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import type { OutboxEmail } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Email } from "../../ui/Email.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { showToast } from "../../ui/toast.tsx";
import { undeliveredEmailsQuery, useRetryEmail } from "./queries.ts";

/** For the owner: what the mail server would not take, and why. */
export default function UndeliveredEmailPage() {
  const list = useInfiniteQuery(undeliveredEmailsQuery);
  const { data, error, refetch } = list;
  const emails = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <p className="mb-6">
        <AppLink
          to={paths.dashboard}
          className="inline-flex items-center gap-2 text-quiet hover:text-base-content"
        >
          <ArrowLeftIcon />
          Users Profile
        </AppLink>
      </p>
      <h1 className="text-title">Undelivered mail</h1>
      <p className="mt-4 max-w-prose text-quiet">
        What could not be delivered after several tries, and what the mail server said. Everything
        else was sent, or is on its way.
      </p>
      <div className="mt-8">
        {emails ? (
          <EmailsTable emails={emails} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the mail" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function EmailsTable({ emails }: { emails: OutboxEmail[] }) {
  if (emails.length === 0)
    return <EmptyState title="Everything arrived">No mail has been given up.</EmptyState>;
  return (
    <Table
      caption="Undelivered mail"
      rows={emails}
      rowKey={(mail) => mail._id}
      columns={[
        {
          title: "To",
          className: "sm:min-w-44",
          cell: (mail) => <Email address={mail.recipient} />,
        },
        { title: "Mail", className: "sm:min-w-40", cell: (mail) => mail.subject },
        {
          title: "Since",
          className: "sm:min-w-36",
          cell: (mail) => <DateText at={mail.createdAt} />,
        },
        { title: "Tries", numeric: true, cell: (mail) => mail.attempts },
        {
          title: "What was said",
          className: "sm:min-w-48 text-sm wrap-anywhere",
          cell: (mail) => mail.lastError,
        },
        {
          title: "Action",
          action: true,
          cell: (mail) =>
            mail.retryable ? (
              <RetryButton mail={mail} />
            ) : (
              <span className="text-sm text-quiet">Too late: what it held has ended</span>
            ),
        },
      ]}
    />
  );
}

function RetryButton({ mail }: { mail: OutboxEmail }) {
  const retrying = useRetryEmail();

  const retry = async () => {
    try {
      await retrying.mutateAsync(mail._id);
      document.getElementById("main")?.focus({ preventScroll: true });
      showToast("info", `The mail to ${mail.recipient} is tried again`);
    } catch (error) {
      showToast("error", errorMessage(error));
    }
  };

  return (
    <Button
      variant="outline"
      small
      className="whitespace-nowrap"
      busy={retrying.isPending}
      aria-label={`Try the mail to ${mail.recipient} again`}
      onClick={() => void retry()}
    >
      Try again
    </Button>
  );
}

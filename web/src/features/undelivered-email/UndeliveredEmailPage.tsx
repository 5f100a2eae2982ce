import { useInfiniteQuery } from "@tanstack/react-query";
import type { Mail } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Day } from "../../ui/DateText.tsx";
import { Email } from "../../ui/Email.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { Trouble } from "../../ui/LoadError.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { showToast } from "../../ui/toast.tsx";
import { failedMailsQuery, useRetryMail } from "./queries.ts";

/** For the owner: what the mail server would not take, and why. */
export default function MailsPage() {
  const list = useInfiniteQuery(failedMailsQuery);
  const { data, error, refetch } = list;
  const mails = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <PageTitle>Undelivered mail</PageTitle>
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
        {mails ? (
          <MailsTable mails={mails} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the mail" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function MailsTable({ mails }: { mails: Mail[] }) {
  if (mails.length === 0)
    return <EmptyState title="Everything arrived">No mail has been given up.</EmptyState>;
  return (
    <Table
      caption="Undelivered mail"
      rows={mails}
      rowKey={(mail) => mail._id}
      columns={[
        {
          title: "To",
          className: "sm:min-w-44",
          cell: (mail) => <Email address={mail.recipient} />,
        },
        { title: "Mail", className: "sm:min-w-40", cell: (mail) => mail.subject },
        { title: "Since", className: "sm:min-w-36", cell: (mail) => <Day at={mail.createdAt} /> },
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
              <Retry mail={mail} />
            ) : (
              <span className="text-sm text-quiet">Too late: what it held has ended</span>
            ),
        },
      ]}
    />
  );
}

function Retry({ mail }: { mail: Mail }) {
  const retrying = useRetryMail();

  const retry = async () => {
    try {
      await retrying.mutateAsync(mail._id);
      document.getElementById("main")?.focus({ preventScroll: true });
      showToast("info", `The mail to ${mail.recipient} is tried again`);
    } catch (error) {
      showToast("error", sentence(error));
    }
  };

  return (
    <Button
      look="outline"
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

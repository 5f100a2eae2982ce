import { useQuery } from "@tanstack/react-query";
import { emailTextsPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { type EmailTexts, emailTextsQuery, isChanged } from "./queries.ts";

/**
 * The owner's list of the e-mails that customers get. It shows which of them have the owner’s
 * words.
 */
export default function EmailTextsPage() {
  const { data, error, refetch } = useQuery(emailTextsQuery);
  return (
    <>
      <BackLink to={paths.shopSettings}>Shop settings</BackLink>
      <h1 className="text-title">E-mails</h1>
      <p className="mt-4 max-w-prose text-quiet">
        What your shop writes to customers. You can change the subject and the opening words of each
        e-mail.
      </p>
      <div className="mt-8">
        {data ? (
          <EmailsTable emails={data.data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the e-mails" />
        )}
      </div>
    </>
  );
}

const EmailsTable = ({ emails }: { emails: EmailTexts[] }) => (
  <Table
    caption="E-mails"
    rows={emails}
    rowKey={({ kind }) => kind}
    columns={[
      {
        title: "E-mail",
        rowHeader: true,
        cell: ({ kind, title }) => (
          <AppLink to={emailTextsPath(kind)} className="underline underline-offset-4">
            {title}
          </AppLink>
        ),
      },
      {
        title: "Texts",
        cell: (email) =>
          isChanged(email) ? <strong className="font-semibold">changed</strong> : "default",
      },
      {
        title: "Subject",
        className: "wrap-anywhere",
        cell: ({ subject, firstSubject }) => <bdi>{subject || firstSubject}</bdi>,
      },
    ]}
  />
);

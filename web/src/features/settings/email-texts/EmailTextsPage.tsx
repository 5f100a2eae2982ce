import { useQuery } from "@tanstack/react-query";
import { emailTextsPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { type EmailTexts, emailTextsQuery, isChanged } from "./queries.ts";
import { texts } from "./texts.en.ts";

/**
 * The owner's list of the e-mails that customers get. It shows which of them have the owner’s
 * words.
 */
export default function EmailTextsPage() {
  const { data, error, refetch } = useQuery(emailTextsQuery);
  return (
    <>
      <BackLink to={paths.shopSettings}>{texts.shopSettings}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      <div className="mt-8">
        {data ? (
          <EmailsTable emails={data.data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )}
      </div>
    </>
  );
}

const EmailsTable = ({ emails }: { emails: EmailTexts[] }) => (
  <Table
    caption={texts.title}
    rows={emails}
    rowKey={({ kind }) => kind}
    columns={[
      {
        title: texts.email,
        rowHeader: true,
        cell: ({ kind, title }) => (
          <AppLink to={emailTextsPath(kind)} className="underline underline-offset-4">
            {title}
          </AppLink>
        ),
      },
      {
        title: texts.texts,
        cell: (email) =>
          isChanged(email) ? (
            <strong className="font-semibold">{texts.changed}</strong>
          ) : (
            texts.default
          ),
      },
      {
        title: texts.subject,
        className: "wrap-anywhere",
        cell: ({ subject, firstSubject }) => <bdi>{subject || firstSubject}</bdi>,
      },
    ]}
  />
);

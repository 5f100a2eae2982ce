import { useQuery } from "@tanstack/react-query";
import { emailTextsPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
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
          <EmailsList emails={data.data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the e-mails" />
        )}
      </div>
    </>
  );
}

const EmailsList = ({ emails }: { emails: EmailTexts[] }) => (
  <ul className="max-w-3xl border-t border-rule">
    {emails.map((email) => (
      <li
        key={email.kind}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-rule py-3"
      >
        <AppLink
          to={emailTextsPath(email.kind)}
          className="font-medium underline underline-offset-4 hover:decoration-2"
        >
          {email.title}
        </AppLink>
        {isChanged(email) ? (
          <strong className="text-sm font-semibold">changed</strong>
        ) : (
          <span className="text-sm text-quiet">default</span>
        )}
        <p className="col-span-full mt-1 text-sm text-quiet wrap-anywhere" dir="auto">
          {email.subject || email.firstSubject}
        </p>
      </li>
    ))}
  </ul>
);

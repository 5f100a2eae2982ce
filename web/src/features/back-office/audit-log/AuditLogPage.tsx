import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../../api/client.ts";
import { formatTime } from "../../../date.ts";
import { formatCount } from "../../../money.ts";
import { editToolPath, manageOrderPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { AUDIT_ACTIONS, auditSentence } from "./audit-texts.ts";
import { auditQuery } from "./queries.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Shows the owner what admins, staff and the shop's host did. */
export default function AuditLogPage() {
  const [person, setPerson] = useSearchParam("person");
  const [action, setAction] = useSearchParam("action");
  const [from, setFrom] = useSearchParam("from");
  const [to, setTo] = useSearchParam("to");
  const known = Object.hasOwn(AUDIT_ACTIONS, action) ? action : "";
  const day = (text: string) => (DAY.test(text) ? text : "");
  const list = useInfiniteQuery(
    auditQuery({ person, action: known, from: day(from), to: day(to) }),
  );
  const { data, error, refetch, isPlaceholderData } = list;
  const entries = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <h1 className="text-title">Audit log</h1>
      <p className="mt-4 max-w-prose text-quiet">
        What admins and staff did in the dashboard, and what was done on the shop’s server.
      </p>
      <div className="mt-8 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-4">
        <SearchField
          label="Person (e-mail)"
          value={person}
          onSearch={(text) => setPerson(text, { replace: true })}
        />
        <SelectField
          label="Action"
          className="mb-5"
          value={known}
          onChange={(event) => setAction(event.target.value, { replace: true })}
        >
          <option value="">All actions</option>
          {Object.entries(AUDIT_ACTIONS).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
        <Field
          label="From"
          type="date"
          value={day(from)}
          onChange={(event) => setFrom(event.target.value, { replace: true })}
        />
        <Field
          label="To"
          type="date"
          value={day(to)}
          onChange={(event) => setTo(event.target.value, { replace: true })}
        />
      </div>
      <p role="status" className="mb-4 min-h-5 text-sm leading-5 text-quiet">
        {data && countText(data.pages[0]?.total ?? 0)}
      </p>
      <div aria-busy={isPlaceholderData}>
        {entries ? (
          <Entries
            entries={entries}
            isFiltered={Boolean(person || known || day(from) || day(to))}
          />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the audit log" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function Entries({ entries, isFiltered }: { entries: AuditEntry[]; isFiltered: boolean }) {
  if (entries.length === 0 && !isFiltered)
    return <EmptyState title="No entries yet">What admins and staff do appears here.</EmptyState>;
  if (entries.length === 0)
    return (
      <EmptyState
        title="No matching entries"
        picture="/scenes/empty-search.svg"
        action={
          <AppLink to={paths.auditLog} className="btn btn-outline">
            Show all entries
          </AppLink>
        }
      >
        No entries match these filters.
      </EmptyState>
    );
  return (
    <ul className="border-t border-rule">
      {entries.map((entry) => (
        <li
          key={entry._id}
          className="grid gap-x-6 border-b border-rule py-3 wrap-anywhere sm:grid-cols-[13rem_minmax(0,1fr)]"
        >
          <span className="text-sm leading-6 text-quiet">
            <DateText at={entry.at} />, {formatTime(Date.parse(entry.at))}
          </span>
          <p>
            <Actor entry={entry} /> <Sentence entry={entry} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Actor({ entry: { actor } }: { entry: AuditEntry }) {
  if (!actor) return <strong className="font-semibold">The shop’s server</strong>;
  return (
    <strong className="font-semibold" dir="auto" title={actor.email}>
      {actor.name || actor.email || "A deleted account"}
      {actor.apiKey && ` (API key ${actor.apiKey})`}
    </strong>
  );
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const [before, subject, after] = auditSentence(entry);
  const path = subjectPath(entry);
  return (
    <>
      {before}
      {path ? (
        <AppLink to={path} className="underline underline-offset-4">
          {subject}
        </AppLink>
      ) : (
        <bdi>{subject}</bdi>
      )}
      {after}
    </>
  );
}

function subjectPath({ action, subjectId, tool, orderNumber }: AuditEntry) {
  if (action === "edit_shop_settings") return paths.settingsHistory;
  if (orderNumber !== undefined) return manageOrderPath(subjectId);
  return tool && action !== "delete_tool" ? editToolPath(subjectId) : undefined;
}

const countText = (total: number) => `${formatCount(total)} ${total === 1 ? "entry" : "entries"}`;

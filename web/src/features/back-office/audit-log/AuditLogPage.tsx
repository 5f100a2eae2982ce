import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../../api/client.ts";
import { formatTime } from "../../../date.ts";
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
import { auditSentence } from "./audit-texts.ts";
import { auditQuery } from "./queries.ts";
import { actions, texts } from "./texts.en.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Shows the owner what admins, staff and the shop's host did. */
export default function AuditLogPage() {
  const [person, setPerson] = useSearchParam("person");
  const [action, setAction] = useSearchParam("action");
  const [from, setFrom] = useSearchParam("from");
  const [to, setTo] = useSearchParam("to");
  const known = Object.hasOwn(actions, action) ? action : "";
  const day = (text: string) => (DAY.test(text) ? text : "");
  const list = useInfiniteQuery(
    auditQuery({ person, action: known, from: day(from), to: day(to) }),
  );
  const { data, error, refetch, isPlaceholderData } = list;
  const entries = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      <div className="mt-8 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-4">
        <SearchField
          label={texts.person}
          value={person}
          onSearch={(text) => setPerson(text, { replace: true })}
        />
        <SelectField
          label={texts.action}
          className="mb-5"
          value={known}
          onChange={(event) => setAction(event.target.value, { replace: true })}
        >
          <option value="">{texts.allActions}</option>
          {Object.entries(actions).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
        <Field
          label={texts.from}
          type="date"
          value={day(from)}
          onChange={(event) => setFrom(event.target.value, { replace: true })}
        />
        <Field
          label={texts.to}
          type="date"
          value={day(to)}
          onChange={(event) => setTo(event.target.value, { replace: true })}
        />
      </div>
      <p role="status" className="mb-4 min-h-5 text-sm leading-5 text-quiet">
        {data && texts.entries(data.pages[0]?.total ?? 0)}
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
          <TableSkeleton label={texts.loading} />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function Entries({ entries, isFiltered }: { entries: AuditEntry[]; isFiltered: boolean }) {
  if (entries.length === 0 && !isFiltered)
    return <EmptyState title={texts.noneTitle}>{texts.none}</EmptyState>;
  if (entries.length === 0)
    return (
      <EmptyState
        title={texts.emptyTitle}
        picture="/scenes/empty-search.svg"
        action={
          <AppLink to={paths.auditLog} className="btn btn-outline">
            {texts.showAll}
          </AppLink>
        }
      >
        {texts.empty}
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
  if (!actor) return <strong className="font-semibold">{texts.server}</strong>;
  return (
    <strong className="font-semibold" dir="auto" title={actor.email}>
      {actor.name || actor.email || texts.deletedAccount}
      {actor.apiKey && ` ${texts.apiKey(actor.apiKey)}`}
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

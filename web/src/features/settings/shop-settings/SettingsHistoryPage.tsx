import { useInfiniteQuery } from "@tanstack/react-query";
import type { components } from "../../../api/schema.gen.ts";
import { formatTime } from "../../../date.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { changedPart } from "../../../ui/changed-part.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { settingWords } from "./charges/setting-words.ts";
import { texts } from "./history.texts.en.ts";
import { settingsHistoryQuery } from "./queries.ts";
import { SettingValue } from "./SettingValue.tsx";
import { settingLabel } from "./setting-texts.ts";

type SettingsRevision = components["schemas"]["SettingsRevision"];

/** The owner's page that says who changed which setting, from what to what. */
export default function SettingsHistoryPage() {
  const list = useInfiniteQuery(settingsHistoryQuery);
  const { data, error, refetch } = list;
  const revisions = data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <BackLink to={paths.shopSettings}>{texts.back}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.about}</p>
      <div className="mt-8">
        {revisions ? (
          <Revisions revisions={revisions} />
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

function Revisions({ revisions }: { revisions: SettingsRevision[] }) {
  if (revisions.length === 0) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>;
  return (
    <ol className="border-t border-rule">
      {revisions.map(({ _id, at, by, changes }) => (
        <li
          key={_id}
          className="grid gap-x-6 gap-y-3 border-b border-rule py-5 sm:grid-cols-[13rem_minmax(0,1fr)]"
        >
          <div>
            <strong className="font-semibold wrap-anywhere" dir="auto" title={by.email}>
              {by.name || by.email || texts.deletedAccount}
            </strong>
            <p className="text-sm leading-6 text-quiet">
              <DateText at={at} />, {formatTime(Date.parse(at))}
            </p>
          </div>
          <dl className="grid gap-4">
            {changes.map((change) => (
              <Change key={change.setting} {...change} />
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Change({ setting, before, after }: SettingsRevision["changes"][number]) {
  const [from, to] = changedPart(settingWords(setting, before), settingWords(setting, after));
  return (
    <div>
      <dt className="text-sm text-quiet">{settingLabel(setting)}</dt>
      <dd className="mt-1">
        {before === after ? (
          texts.checked
        ) : (
          <>
            <del className="block text-quiet">
              <SettingValue name={setting} value={from} />
            </del>
            <ins className="mt-1 block font-medium no-underline">
              <SettingValue name={setting} value={to} />
            </ins>
          </>
        )}
      </dd>
    </div>
  );
}

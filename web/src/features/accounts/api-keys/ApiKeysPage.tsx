import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, KeyScope } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { NewApiKeyDialog } from "./NewApiKeyDialog.tsx";
import { apiKeysQuery, useDeleteApiKey } from "./queries.ts";
import { texts } from "./texts.en.tsx";

/** Lists the keys with which scripts call the API. The owner makes and revokes them here. */
export default function ApiKeysPage() {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setIsCreating] = useState(false);

  return (
    <>
      <BackLink to={paths.dashboard}>{texts.profile}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">{texts.title}</h1>
        <Button onClick={() => setIsCreating(true)}>{texts.newKey}</Button>
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        {texts.whatFor((text) => (
          <a href="/api/docs" className="underline underline-offset-4">
            {text}
          </a>
        ))}
      </p>
      <div className="mt-8">
        {keys ? (
          <KeysTable keys={keys} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )}
      </div>
      <NewApiKeyDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

function KeysTable({ keys }: { keys: ApiKey[] }) {
  const deletion = useDeleteApiKey();
  const { ask, dialog } = useConfirmDelete<ApiKey>({
    nameOf: ({ name, holder }) =>
      texts.keyOf(<span dir="auto">{name}</span>, <span dir="auto">{holder.name}</span>),
    remove: async ({ _id, name }) => {
      await deletion.mutateAsync(_id);
      return { kind: "success", text: texts.deleted(name) };
    },
  });

  if (keys.length === 0) return <EmptyState title={texts.noKeysTitle}>{texts.noKeys}</EmptyState>;
  return (
    <>
      <Table
        caption={texts.title}
        rows={keys}
        rowKey={(key) => key._id}
        columns={[
          {
            title: texts.name,
            rowHeader: true,
            className: "sm:min-w-40 wrap-anywhere",
            cell: (key) => <span dir="auto">{key.name}</span>,
          },
          {
            title: texts.belongsTo,
            className: "sm:min-w-36 wrap-anywhere",
            cell: ({ holder }) => <span dir="auto">{holder.name}</span>,
          },
          {
            title: texts.allowedTo,
            className: "sm:min-w-44",
            cell: (key) => <Scopes scopes={key.scopes} />,
          },
          {
            title: texts.expires,
            labelled: true,
            className: "sm:min-w-36",
            cell: (key) => <DateText at={key.expiresAt} />,
          },
          {
            title: texts.lastUsed,
            labelled: true,
            className: "sm:min-w-36",
            cell: ({ lastUsedAt }) => (lastUsedAt ? <DateText at={lastUsedAt} /> : texts.never),
          },
          {
            title: texts.delete,
            place: "action",
            cell: (key) => (
              <Button
                variant="outline"
                small
                aria-label={texts.deleteKey(key.name)}
                onClick={() => ask(key)}
              >
                {texts.delete}
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </>
  );
}

const Scopes = ({ scopes }: { scopes: KeyScope[] }) =>
  scopes.map((scope) => (
    <span key={scope} className="block">
      {texts.scopes[scope]}
    </span>
  ));

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
import { SCOPES } from "./scopes.ts";

/** Lists the keys with which scripts call the API. The owner makes and revokes them here. */
export default function ApiKeysPage() {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setIsCreating] = useState(false);

  return (
    <>
      <BackLink to={paths.dashboard}>Users Profile</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">API keys</h1>
        <Button onClick={() => setIsCreating(true)}>New key</Button>
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        Your own scripts can use a key instead of your password, for example to update stock. A key
        can do only what you choose here. No key can change roles, settings or other keys. The list
        has the keys of all administrators, and you can delete each of them. To learn about the
        calls, see the{" "}
        <a href="/api/docs" className="underline underline-offset-4">
          API documentation
        </a>
        .
      </p>
      <div className="mt-8">
        {keys ? (
          <KeysTable keys={keys} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the keys" />
        )}
      </div>
      <NewApiKeyDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

function KeysTable({ keys }: { keys: ApiKey[] }) {
  const deletion = useDeleteApiKey();
  const { ask, dialog } = useConfirmDelete<ApiKey>({
    nameOf: ({ name, holder }) => (
      <>
        the key <span dir="auto">{name}</span> of <span dir="auto">{holder.name}</span>
      </>
    ),
    remove: async ({ _id, name }) => {
      await deletion.mutateAsync(_id);
      return { kind: "success", text: `The key ${name} no longer works` };
    },
  });

  if (keys.length === 0)
    return <EmptyState title="No API keys yet">Create one for each script you run.</EmptyState>;
  return (
    <>
      <Table
        caption="API keys"
        rows={keys}
        rowKey={(key) => key._id}
        columns={[
          {
            title: "Name",
            rowHeader: true,
            className: "sm:min-w-40 wrap-anywhere",
            cell: (key) => <span dir="auto">{key.name}</span>,
          },
          {
            title: "Belongs to",
            className: "sm:min-w-36 wrap-anywhere",
            cell: ({ holder }) => <span dir="auto">{holder.name}</span>,
          },
          {
            title: "Allowed to",
            className: "sm:min-w-44",
            cell: (key) => <Scopes scopes={key.scopes} />,
          },
          {
            title: "Expires",
            labelled: true,
            className: "sm:min-w-36",
            cell: (key) => <DateText at={key.expiresAt} />,
          },
          {
            title: "Last used",
            labelled: true,
            className: "sm:min-w-36",
            cell: ({ lastUsedAt }) => (lastUsedAt ? <DateText at={lastUsedAt} /> : "Never"),
          },
          {
            title: "Delete",
            place: "action",
            cell: (key) => (
              <Button
                variant="outline"
                small
                aria-label={`Delete the key ${key.name}`}
                onClick={() => ask(key)}
              >
                Delete
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
      {SCOPES[scope]}
    </span>
  ));

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook } from "../../../api/client.ts";
import { webhookPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useWebhookChanges, webhooksQuery } from "./queries.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import { texts } from "./texts.en.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import { describeState } from "./webhooks.ts";

/** The owner's page of the addresses that are told of events. */
export default function WebhooksPage() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const { add } = useWebhookChanges();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();

  return (
    <>
      <BackLink to={paths.shopSettings}>{texts.shopSettings}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-title">{texts.title}</h1>
        <Button onClick={() => setAdding(true)}>{texts.add}</Button>
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        {texts.intro((text) => (
          <a href="https://www.standardwebhooks.com" className="underline underline-offset-4">
            {text}
          </a>
        ))}
      </p>
      <div className="mt-8">
        {data ? (
          <WebhooksTable webhooks={data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )}
      </div>
      <WebhookDialog
        title={texts.add}
        open={adding}
        first={{ url: "", events: [] }}
        onClose={() => setAdding(false)}
        onSave={async (choice) => {
          const added = await add.mutateAsync(choice);
          setAdding(false);
          setSecret(added.secret);
        }}
      />
      <SecretDialog secret={secret} isNew={false} onClose={() => setSecret(undefined)} />
    </>
  );
}

function WebhooksTable({ webhooks }: { webhooks: Webhook[] }) {
  if (webhooks.length === 0)
    return <EmptyState title={texts.noneYet}>{texts.noneYetHint}</EmptyState>;
  return (
    <Table
      caption={texts.title}
      rows={webhooks}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: texts.address,
          rowHeader: true,
          className: "wrap-anywhere",
          cell: ({ _id, url }) => (
            <AppLink
              to={webhookPath(_id)}
              className="underline underline-offset-4 hover:decoration-2"
            >
              {url}
            </AppLink>
          ),
        },
        {
          title: texts.events,
          className: "sm:min-w-36",
          cell: ({ events }) => <code className="text-sm">{events.join(", ")}</code>,
        },
        {
          title: texts.state,
          className: "sm:min-w-36",
          cell: (webhook) => {
            const { color, title } = describeState(webhook);
            return <span className={color}>{title}</span>;
          },
        },
      ]}
    />
  );
}

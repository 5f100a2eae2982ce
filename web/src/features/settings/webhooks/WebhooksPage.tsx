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
      <BackLink to={paths.shopSettings}>Shop settings</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-title">Webhooks</h1>
        <Button onClick={() => setAdding(true)}>Add webhook</Button>
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        The shop tells your other programs, such as accounting or a warehouse, what happens. Each
        message is signed as{" "}
        <a href="https://www.standardwebhooks.com" className="underline underline-offset-4">
          Standard Webhooks
        </a>{" "}
        describes, and says nothing about the customer.
      </p>
      <div className="mt-8">
        {data ? (
          <WebhooksTable webhooks={data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the webhooks" />
        )}
      </div>
      <WebhookDialog
        title="Add webhook"
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
    return (
      <EmptyState title="No webhooks yet">Add the address of one of your programs.</EmptyState>
    );
  return (
    <Table
      caption="Webhooks"
      rows={webhooks}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: "Address",
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
          title: "Events",
          className: "sm:min-w-36",
          cell: ({ events }) => <code className="text-sm">{events.join(", ")}</code>,
        },
        {
          title: "State",
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

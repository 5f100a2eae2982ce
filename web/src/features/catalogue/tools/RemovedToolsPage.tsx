import { useQuery } from "@tanstack/react-query";
import type { RemovedTool } from "../../../api/client.ts";
import { formatPrice } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { report } from "../../../ui/report.ts";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { removedToolsQuery, useRestoreTool } from "./queries.ts";

export default function RemovedToolsPage() {
  const { data: tools, error, refetch } = useQuery(removedToolsQuery);
  return (
    <>
      <BackLink to={paths.manageTools}>Manage Tool</BackLink>
      <h1 className="text-title">Removed tools</h1>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        You can restore a tool with its stock within 30 days. Its orders stay either way.
      </p>
      {!tools ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the removed tools" />
        )
      ) : tools.length > 0 ? (
        <RemovedTable tools={tools} />
      ) : (
        <EmptyState title="No removed tools" picture="/scenes/empty-shelf.svg">
          A tool that you delete stays here for 30 days.
        </EmptyState>
      )}
    </>
  );
}

function RemovedTable({ tools }: { tools: RemovedTool[] }) {
  const restoring = useRestoreTool();
  const restore = (tool: RemovedTool) =>
    report(restoring.mutateAsync(tool), `tool:${tool.name} is restored`);
  return (
    <Table
      caption="Removed tools"
      rows={tools}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: "Name",
          rowHeader: true,
          className: "min-w-40",
          cell: ({ name, price, sku }) => (
            <>
              <span className="font-medium" dir="auto">
                {name}
              </span>
              <span className="row-note">
                {formatPrice(price)}
                {sku && ` · ${sku}`}
              </span>
            </>
          ),
        },
        { title: "Removed", labelled: true, cell: ({ removedAt }) => <DateText at={removedAt} /> },
        {
          title: "Kept until",
          labelled: true,
          cell: ({ keptUntil }) => <DateText at={keptUntil} />,
        },
        {
          title: "Restore",
          place: "action",
          cell: (tool) => (
            <Button
              variant="outline"
              small
              aria-label={`Restore ${tool.name}`}
              busy={restoring.isPending && restoring.variables._id === tool._id}
              onClick={() => void restore(tool)}
            >
              Restore
            </Button>
          ),
        },
      ]}
    />
  );
}

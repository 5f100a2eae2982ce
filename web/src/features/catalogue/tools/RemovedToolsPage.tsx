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
import { texts } from "./removed-tools.texts.en.ts";

export default function RemovedToolsPage() {
  const { data: tools, error, refetch } = useQuery(removedToolsQuery);
  return (
    <>
      <BackLink to={paths.manageTools}>{texts.manageTools}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 mb-8 max-w-prose text-quiet">{texts.introduction}</p>
      {!tools ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )
      ) : tools.length > 0 ? (
        <RemovedTable tools={tools} />
      ) : (
        <EmptyState title={texts.noTools} picture="/scenes/empty-shelf.svg">
          {texts.noToolsExplanation}
        </EmptyState>
      )}
    </>
  );
}

function RemovedTable({ tools }: { tools: RemovedTool[] }) {
  const restoring = useRestoreTool();
  const restore = (tool: RemovedTool) =>
    report(restoring.mutateAsync(tool), texts.restored(tool.name));
  return (
    <Table
      caption={texts.title}
      rows={tools}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: texts.name,
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
        {
          title: texts.removed,
          labelled: true,
          cell: ({ removedAt }) => <DateText at={removedAt} />,
        },
        {
          title: texts.keptUntil,
          labelled: true,
          cell: ({ keptUntil }) => <DateText at={keptUntil} />,
        },
        {
          title: texts.restore,
          place: "action",
          cell: (tool) => (
            <Button
              variant="outline"
              small
              aria-label={texts.restoreOf(tool.name)}
              busy={restoring.isPending && restoring.variables._id === tool._id}
              onClick={() => void restore(tool)}
            >
              {texts.restore}
            </Button>
          ),
        },
      ]}
    />
  );
}

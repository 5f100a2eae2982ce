import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "react-router";
import type { Tool } from "../../api/client.ts";
import { useRole } from "../../api/session/use-role.ts";
import { isOutOfStock } from "../../api/stock.ts";
import { formatCount, formatPrice, pluralize } from "../../money.ts";
import { editToolPath, paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Table } from "../../ui/Table.tsx";
import { TableSkeleton } from "../../ui/TableSkeleton.tsx";
import { useConfirmDelete } from "../../ui/use-confirm-delete.tsx";
import { useLastSettled } from "../../ui/use-last-settled.ts";
import { useDeleteTool } from "./mutations.ts";
import { toolsQuery } from "./queries.ts";
import { useFilters } from "./use-filters.ts";

export default function ManageToolsPage() {
  const { filters, setFilters, typeFilter, endTyping } = useFilters();
  const { q } = filters;
  const list = useInfiniteQuery(toolsQuery(q ? { sort: "newest", q } : { sort: "newest" }));
  const { data, error, refetch, isPlaceholderData } = list;
  const tools = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total;
  const shownSearch = useLastSettled(q, isPlaceholderData);
  const search = useRef<HTMLInputElement>(null);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">Manage Tool</h1>
        <AppLink to={paths.addTool} className="btn btn-primary">
          Add Tool
        </AppLink>
      </div>
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-8">
        <SearchField
          ref={search}
          label="Search"
          value={q}
          onSearch={(text) => typeFilter("q", text)}
          onDone={endTyping}
          className="w-full sm:w-80"
        />
        <p role="status" className="figures pb-5 text-quiet">
          {total !== undefined && `${pluralize(total, "tool")}${shownSearch ? " found" : ""}`}
        </p>
      </div>
      <div className="tool-results" aria-busy={isPlaceholderData}>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : !tools ? (
          <TableSkeleton label="Loading the tools" tall />
        ) : tools.length > 0 ? (
          <ToolsTable tools={tools} />
        ) : shownSearch ? (
          <EmptyState
            title="No tools match"
            picture="/scenes/empty-search.svg"
            action={
              <Button
                variant="outline"
                onClick={() => {
                  search.current?.focus();
                  setFilters({ q: "" });
                }}
              >
                Show all tools
              </Button>
            }
          >
            No name or description contains “{shownSearch}”.
          </EmptyState>
        ) : (
          <EmptyState
            title="No tools yet"
            picture="/scenes/empty-shelf.svg"
            action={
              <AppLink to={paths.addTool} className="btn btn-primary">
                Add Tool
              </AppLink>
            }
          >
            The first tool that you add appears here and in the catalogue.
          </EmptyState>
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function ToolsTable({ tools }: { tools: Tool[] }) {
  const { search } = useLocation();
  const isAdmin = useRole().data === "admin";
  const deletion = useDeleteTool();
  const { ask, dialog } = useConfirmDelete<Tool>({
    nameOf: ({ name }) => <span dir="auto">{name}</span>,
    remove: async (tool) => {
      const { deletedCount } = await deletion.mutateAsync(tool);
      return deletedCount > 0
        ? { kind: "success", text: `tool:${tool.name} is deleted` }
        : { kind: "info", text: `tool:${tool.name} was already deleted` };
    },
  });

  const deletionColumn = {
    title: "Delete",
    action: true,
    cell: (tool: Tool) => (
      <Button variant="outline" small aria-label={`Delete ${tool.name}`} onClick={() => ask(tool)}>
        Delete
      </Button>
    ),
  };

  return (
    <>
      <Table
        caption="All tools"
        rows={tools}
        rowKey={(tool) => tool._id}
        columns={[
          { title: "No.", cell: (_, index) => <span className="figures">{index + 1}</span> },
          {
            title: "Image",
            cell: (tool) => (
              <div className="w-14 bg-plate">
                <Picture src={tool.img} alt="" sizes="56px" />
              </div>
            ),
          },
          {
            title: "Name",
            rowHeader: true,
            className: "min-w-40",
            cell: (tool) => (
              <>
                <span className="font-medium" dir="auto">
                  {tool.name}
                </span>
                <span className="figures mt-0.5 block text-sm text-quiet">
                  {formatPrice(tool.price)}
                </span>
              </>
            ),
          },
          {
            title: "Quantity",
            numeric: true,
            cell: (tool) => (
              <>
                {formatCount(tool.availableQuantity)}
                {isOutOfStock(tool) && (
                  <span className="mt-0.5 block text-sm text-error">Out of stock</span>
                )}
              </>
            ),
          },
          {
            title: "Edit",
            action: true,
            cell: (tool) => (
              <AppLink
                to={editToolPath(tool._id)}
                state={{ search }}
                className="btn btn-outline btn-sm"
                aria-label={`Edit ${tool.name}`}
              >
                Edit
              </AppLink>
            ),
          },
          ...(isAdmin ? [deletionColumn] : []),
        ]}
      />
      {dialog}
    </>
  );
}

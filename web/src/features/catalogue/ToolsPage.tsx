import { useInfiniteQuery } from "@tanstack/react-query";
import { formatCount } from "../../api/money.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Trouble } from "../../ui/Trouble.tsx";
import { toolsQuery } from "./queries.ts";
import { ToolGrid } from "./ToolGrid.tsx";

export default function ToolsPage() {
  const list = useInfiniteQuery(toolsQuery({ sort: "newest" }));
  const { data, error, refetch } = list;
  const tools = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total;

  return (
    <div className="measure py-12 lg:py-16">
      <PageTitle>All Tools</PageTitle>
      <header className="mb-12 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <h1 className="text-title">All Tools</h1>
        <p role="status" className="figures text-quiet">
          {total !== undefined &&
            `${formatCount(total)} ${total === 1 ? "tool" : "tools"}, newest first`}
        </p>
      </header>
      {error && !data ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : tools?.length === 0 ? (
        <EmptyState title="The shelves are bare" picture="/scenes/empty-shelf.svg">
          No tool is for sale yet. Please come back soon.
        </EmptyState>
      ) : (
        <ToolGrid tools={tools} placeholders={6} headingLevel="h2" onTop />
      )}
      <ShowMore list={list} className="mt-16 text-center" />
    </div>
  );
}

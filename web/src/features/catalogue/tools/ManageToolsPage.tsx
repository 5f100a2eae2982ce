import "../filters.css";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Tool } from "../../../api/client.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { isOutOfStock } from "../../../api/stock.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { editToolPath, stockHistoryPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { ROW_NUMBER, Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { useLastSettled } from "../../../ui/use-last-settled.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { CategoryOptions } from "../CategoryOptions.tsx";
import { categoriesQuery } from "../queries.ts";
import { texts } from "./manage-tools.texts.en.ts";
import {
  managedToolFilter,
  managedToolsQuery,
  stockAlertsQuery,
  useDeleteTool,
} from "./queries.ts";
import { toolStates } from "./states.texts.en.ts";

export default function ManageToolsPage() {
  const [q, setSearch] = useSearchParam("q");
  const [category, setCategory] = useSearchParam("category");
  const [state, setState] = useSearchParam("state");
  const navigate = useNavigate();
  const searchField = useRef<HTMLInputElement>(null);
  const { data: categories } = useQuery(categoriesQuery);
  const list = useInfiniteQuery(managedToolsQuery(managedToolFilter(q, category, state)));
  const { data, error, refetch, isPlaceholderData } = list;
  const tools = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total;
  const isFiltered = useLastSettled(Boolean(q || category || state), isPlaceholderData);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">{texts.title}</h1>
        <AppLink to={paths.addTool} className="btn btn-primary">
          {texts.addTool}
        </AppLink>
      </div>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 underline underline-offset-4">
        <li>
          <AppLink to={paths.categories}>{texts.categories}</AppLink>
        </li>
        <li>
          <AppLink to={paths.importTools}>{texts.importTools}</AppLink>
        </li>
        <li>
          <FileDownload
            path="/csv/tools"
            label={texts.downloadTools}
            link
            className="underline-offset-4"
          />
        </li>
        <li>
          <AppLink to={paths.removedTools}>{texts.removedTools}</AppLink>
        </li>
      </ul>
      <div className="mt-8 flex flex-wrap items-start gap-x-6">
        <SearchField
          ref={searchField}
          label={texts.search}
          value={q}
          onSearch={(text) => setSearch(text, { replace: true })}
          className="w-full sm:w-64"
        />
        <Choice
          legend={texts.show}
          className="mb-5"
          options={Object.entries(toolStates)}
          value={state}
          onChange={setState}
        />
        {categories?.length !== 0 && (
          <SelectField
            label={texts.category}
            className="mb-5 w-full sm:w-48"
            value={category}
            onChange={({ target }) => setCategory(target.value)}
          >
            <option value="">{texts.allCategories}</option>
            <CategoryOptions categories={categories ?? []} />
          </SelectField>
        )}
      </div>
      <p role="status" className="mb-4 min-h-6 text-quiet">
        {total !== undefined && (isFiltered ? texts.countFound : texts.count)(total)}
      </p>
      <div className="tool-results" aria-busy={isPlaceholderData}>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : !tools ? (
          <TableSkeleton label={texts.loading} />
        ) : tools.length > 0 ? (
          <ToolsTable tools={tools} />
        ) : isFiltered ? (
          <EmptyState
            title={texts.noMatch}
            picture="/scenes/empty-search.svg"
            action={
              <Button
                variant="outline"
                onClick={() => {
                  searchField.current?.focus();
                  void navigate({ search: "" });
                }}
              >
                {texts.showAll}
              </Button>
            }
          >
            {texts.noMatchExplanation}
          </EmptyState>
        ) : (
          <EmptyState
            title={texts.noTools}
            picture="/scenes/empty-shelf.svg"
            action={
              <AppLink to={paths.addTool} className="btn btn-primary">
                {texts.addTool}
              </AppLink>
            }
          >
            {texts.noToolsExplanation}
          </EmptyState>
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

const isLow = ({ availableQuantity, lowStock }: Tool) =>
  typeof lowStock === "number" && availableQuantity <= lowStock;

function ToolsTable({ tools }: { tools: Tool[] }) {
  const { search } = useLocation();
  const isAdmin = useRole().data === "admin";
  const { data: alerts } = useQuery(stockAlertsQuery);
  const deletion = useDeleteTool();
  const { ask, dialog } = useConfirmDelete<Tool>({
    nameOf: ({ name }) => <span dir="auto">{name}</span>,
    remove: async (tool) => {
      const { deletedCount } = await deletion.mutateAsync(tool);
      return deletedCount > 0
        ? { kind: "success", text: texts.deleted(tool.name) }
        : { kind: "info", text: texts.alreadyDeleted(tool.name) };
    },
  });

  const deletionColumn = {
    title: texts.delete,
    place: "more" as const,
    cell: (tool: Tool) => (
      <Button
        variant="outline"
        small
        aria-label={texts.deleteOf(tool.name)}
        onClick={() => ask(tool)}
      >
        {texts.delete}
      </Button>
    ),
  };

  return (
    <>
      <Table
        caption={texts.allTools}
        rows={tools}
        rowKey={(tool) => tool._id}
        columns={[
          ROW_NUMBER,
          {
            title: texts.image,
            place: "lead",
            cell: (tool) => (
              <div className="w-11 bg-plate">
                <Picture src={tool.img} alt="" sizes="44px" />
              </div>
            ),
          },
          {
            title: texts.name,
            rowHeader: true,
            className: "min-w-40",
            cell: (tool) => (
              <>
                <span className="font-medium" dir="auto">
                  {tool.name}
                </span>
                {tool.draft && (
                  <span className="ml-2 inline-block border border-rule-strong px-1.5 text-sm text-quiet">
                    {texts.draft}
                  </span>
                )}
                <span className="row-note">
                  {formatPrice(tool.price)}
                  {tool.sku && <span className="max-sm:hidden"> · {tool.sku}</span>}
                </span>
              </>
            ),
          },
          {
            title: texts.quantity,
            numeric: true,
            cell: (tool) => (
              <>
                <AppLink
                  to={stockHistoryPath(tool._id)}
                  className="inline-block min-w-6 underline underline-offset-4"
                  aria-label={texts.stockHistory(tool.availableQuantity, tool.name)}
                >
                  {formatCount(tool.availableQuantity)}
                </AppLink>
                {isOutOfStock(tool) ? (
                  <span className="row-note whitespace-nowrap text-error"> {texts.outOfStock}</span>
                ) : (
                  isLow(tool) && (
                    <span className="row-note whitespace-nowrap text-warning">
                      {" "}
                      {texts.lowStock}
                    </span>
                  )
                )}
                {alerts?.has(tool._id) && (
                  <span className="row-note"> {texts.waiting(alerts.get(tool._id) ?? 0)}</span>
                )}
              </>
            ),
          },
          {
            title: texts.edit,
            place: "action",
            cell: (tool) => (
              <AppLink
                to={editToolPath(tool._id)}
                state={{ search }}
                className="btn btn-outline btn-sm"
                aria-label={texts.editOf(tool.name)}
              >
                {texts.edit}
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

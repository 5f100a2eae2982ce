import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import type { Tool } from "../../api/client.ts";
import { useLiveStock } from "../../api/live-stock.ts";
import { pluralize } from "../../money.ts";
import { purchasedToolId, purchasePath } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { useLastSettled } from "../../ui/use-last-settled.ts";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { CategoryOptions } from "./CategoryOptions.tsx";
import { activeFilters, clearAll, type Filters, SORT_LABELS, toToolQuery } from "./filters.ts";
import { NoMatch } from "./NoMatch.tsx";
import { categoriesQuery, facetsQuery, toolsQuery } from "./queries.ts";
import { ToolFilters } from "./ToolFilters.tsx";
import { ToolGrid } from "./ToolGrid.tsx";
import { useFilters } from "./use-filters.ts";

const FIRST_SCREENFUL = 6;

/** On a return the page renders all tools at once, so that the browser can restore the scroll position. */
let renderedBefore = false;

export default function ToolsPage() {
  useLiveStock();
  const controls = useFilters();
  const { filters, setFilters } = controls;
  const list = useInfiniteQuery(toolsQuery(toToolQuery(filters)));
  const { data, error, refetch, isPlaceholderData } = list;
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { data: facets } = useQuery(facetsQuery(toToolQuery(filters)));
  const categoryName = categories.find(({ slug }) => slug === filters.category)?.name;
  const tools = data?.pages.flatMap((page) => page.rows);
  // The first tools render at once. The rest follow in a deferred render that does not block input.
  const shown = useDeferredValue(tools, renderedBefore ? tools : tools?.slice(0, FIRST_SCREENFUL));
  useEffect(() => {
    renderedBefore = true;
  }, []);
  const total = data?.pages[0]?.total;
  const search = useRef<HTMLInputElement>(null);
  const focusSearch = () => search.current?.focus({ preventScroll: true });
  const isFiltered = useLastSettled(activeFilters(filters).length > 0, isPlaceholderData);

  return (
    <div className="measure py-12 lg:py-16">
      <h1 className="mb-8 text-title">All Tools</h1>
      <GoOn tools={tools} />
      <ToolFilters controls={controls} facets={facets} searchRef={search} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5">
        <p role="status" className="figures font-display text-xl">
          {total !== undefined && countText(total, isFiltered)}
        </p>
        <div className="flex min-w-0 items-center gap-x-6 max-sm:gap-x-2">
          {categories.length > 0 && (
            <LabelledSelect
              label="Category"
              value={filters.category}
              onChange={(category) => setFilters({ category })}
            >
              <option value="">All categories</option>
              <CategoryOptions categories={categories} counts={facets?.categories} />
            </LabelledSelect>
          )}
          <LabelledSelect
            label="Sort by"
            value={filters.sort}
            onChange={(sort) => setFilters({ sort: sort as Filters["sort"] })}
          >
            {Object.entries(SORT_LABELS)
              .filter(([sort]) => filters.q || sort !== "relevance")
              .map(([sort, words]) => (
                <option key={sort} value={sort}>
                  {words}
                </option>
              ))}
          </LabelledSelect>
        </div>
      </div>
      <ActiveFilters
        filters={filters}
        categoryName={categoryName}
        onClear={setFilters}
        onNoneLeft={focusSearch}
      />
      <div className="tool-results mt-6" aria-busy={isPlaceholderData}>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : tools?.length !== 0 ? (
          <ToolGrid tools={shown} placeholders={6} headingLevel="h2" firstOnPage />
        ) : isFiltered ? (
          <NoMatch
            near={facets?.near ?? []}
            onSearch={(q) => {
              focusSearch();
              setFilters({ q });
            }}
            onClear={() => {
              focusSearch();
              setFilters(clearAll);
            }}
          />
        ) : (
          <EmptyState title="No tools yet" picture="/scenes/empty-shelf.svg">
            Nothing is for sale yet. Please come back soon.
          </EmptyState>
        )}
      </div>
      <ShowMore list={list} className="mt-16 text-center" />
    </div>
  );
}

/** After a sign-up: leads to the tool that the customer wanted before. */
function GoOn({ tools }: { tools: Tool[] | undefined }) {
  const { goOn } = (useLocation().state ?? {}) as { goOn?: string };
  const toolId = goOn && purchasedToolId(goOn);
  if (!toolId) return null;
  const name = tools?.find(({ _id }) => _id === toolId)?.name ?? "the tool that you chose";
  return (
    <p className="mb-8 border-l-2 border-primary py-1 pl-4">
      Go on with{" "}
      <AppLink to={purchasePath(toolId)} className="font-medium underline underline-offset-4">
        {name}
      </AppLink>
    </p>
  );
}

const countText = (total: number, isFiltered: boolean) =>
  `${pluralize(total, "tool")}${isFiltered ? " found" : ""}`;

interface LabelledSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function LabelledSelect({ label, value, onChange, children }: LabelledSelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-3">
      <label htmlFor={id} className="shrink-0 text-sm font-medium max-md:sr-only">
        {label}
      </label>
      <select
        id={id}
        className="tool-sort min-w-0 max-w-52 max-sm:max-w-32"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}

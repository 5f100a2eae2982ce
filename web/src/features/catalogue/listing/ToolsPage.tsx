import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { type Params, useLocation, useParams } from "react-router";
import type { Category } from "../../../api/client.ts";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { isFirstRender } from "../../../first-render.ts";
import { categoryPath } from "../../../page-paths.ts";
import { pages, paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Breadcrumbs } from "../../../ui/Breadcrumbs.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { useLastSettled } from "../../../ui/use-last-settled.ts";
import { categoriesQuery, facetsQuery, toolsQuery } from "../queries.ts";
import { CategoryTabs } from "./CategoryTabs.tsx";
import { sendEarlyChoices } from "./early-choices.ts";
import { activeFilters, changed, clearAll, readFilters, toSearch, toToolQuery } from "./filters.ts";
import { NoMatch } from "./NoMatch.tsx";
import { ToolControls } from "./ToolControls.tsx";
import { ToolGrid } from "./ToolGrid.tsx";
import { SEARCH_FORM } from "./ToolSearch.tsx";
import { texts } from "./texts.en.tsx";
import { useAddressFilters } from "./use-filters.ts";
import { useGrowingList } from "./use-growing-list.ts";
import { useListView } from "./use-list-view.ts";

// Most visitors see the cards.
const ToolTable = lazy(() => import("./ToolTable.tsx"));

const FIRST_SCREENFUL = 6;

export function prefetch(queryClient: QueryClient, { slug }: Params) {
  const wanted = toToolQuery({ ...readFilters(""), category: slug ?? "" });
  void queryClient.prefetchInfiniteQuery(toolsQuery(wanted));
  void queryClient.prefetchQuery(categoriesQuery);
  void queryClient.prefetchQuery(facetsQuery(wanted));
}

/**
 * Whether the page was rendered before. Then it renders all tools at once, so that the browser can
 * restore the scroll position.
 */
let renderedBefore = false;

export default function ToolsPage() {
  const { slug } = useParams();
  const { pathname, search: query } = useLocation();
  const cursor = new URLSearchParams(query).get("cursor")?.trim() || null;
  const view = useListView();
  useLiveStock();
  const filters = useAddressFilters();
  const wanted = toToolQuery(slug ? { ...filters, category: slug } : filters);
  const list = useInfiniteQuery(toolsQuery(cursor ? { ...wanted, cursor } : wanted));
  const { data, error, refetch, isPlaceholderData } = list;
  const { data: categories = [], isSuccess: knowsCategories } = useQuery(categoriesQuery);
  const { data: facets } = useQuery(facetsQuery(wanted));
  // The same array in every render, or each change of the address would render all cards again.
  const tools = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const shownQuery = useLastSettled(JSON.stringify({ ...wanted, cursor }), isPlaceholderData);
  // The HTML of the server has all.
  const isWhole = renderedBefore || isFirstRender();
  const shown = useGrowingList(tools, shownQuery, isWhole ? Infinity : FIRST_SCREENFUL);
  useEffect(() => {
    renderedBefore = true;
    if (isFirstRender()) sendEarlyChoices(SEARCH_FORM);
  }, []);
  // The button shows the choice at once. The other view follows in a deferred render.
  const isList = useDeferredValue(view.isList);
  const total = data?.pages[0]?.total;
  const next = data?.pages.at(-1)?.next;
  const search = useRef<HTMLInputElement>(null);
  const focusSearch = () => search.current?.focus({ preventScroll: true });
  const isFiltered = useLastSettled(activeFilters(filters).length > 0, isPlaceholderData);

  const category = categories.find((known) => known.slug === slug);
  if (slug && knowsCategories && !category) return <NoCategory />;

  return (
    <div className={`measure ${slug ? "py-4 md:py-6" : "py-6 lg:py-8"}`}>
      {slug && <CategoryPath category={category} categories={categories} />}
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-title wrap-anywhere">{slug ? category?.name : texts.allTools}</h1>
        <p role="status" className="font-display text-lg text-quiet">
          {total === undefined ? "" : countText(total, isFiltered)}
        </p>
      </div>
      <CategoryTabs categories={categories} facets={facets} pageSlug={slug} />
      <ToolControls
        facets={facets}
        categories={categories}
        isCategoryPage={slug !== undefined}
        view={view}
        searchRef={search}
        onFocusSearch={focusSearch}
      >
        <div className="tool-results" aria-busy={isPlaceholderData}>
          {error && !data ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : isList && shown && shown.length > 0 ? (
            <Suspense>
              <ToolTable tools={shown} />
            </Suspense>
          ) : tools?.length !== 0 ? (
            <ToolGrid tools={shown} placeholders={6} headingLevel="h2" firstOnPage />
          ) : isFiltered ? (
            <NoMatch
              near={facets?.near ?? []}
              addressOf={(q) => pathname + toSearch(changed(filters, { q }))}
              all={pathname + toSearch(changed(filters, clearAll))}
              onFollow={focusSearch}
            />
          ) : (
            <EmptyState title={texts.noTools} picture="/scenes/empty-shelf.svg">
              {texts.nothingForSale}
            </EmptyState>
          )}
        </div>
      </ToolControls>
      <ShowMore list={list} className="mt-16 text-center" />
      <p className="mt-16 flex flex-wrap justify-center gap-4 empty:hidden">
        {cursor && (
          <AppLink to={pathname + toSearch(filters)} className="btn btn-outline">
            {texts.firstPage}
          </AppLink>
        )}
        {next && (
          <a
            rel="next"
            href={pathname + toSearch(filters, next)}
            className="btn btn-outline hidden noscript:inline-flex"
          >
            {texts.nextPage}
          </a>
        )}
      </p>
    </div>
  );
}

interface CategoryPathProps {
  /** Undefined while loading. */
  category: Category | undefined;
  categories: Category[];
}

/** The page's title, and the way to the category. */
function CategoryPath({ category, categories }: CategoryPathProps) {
  const parent = categories.find(({ slug }) => slug === category?.parent);
  return (
    <>
      <PageTitle>{category?.name ?? pages.category.title}</PageTitle>
      <Breadcrumbs
        above={[
          { to: paths.tools, name: pages.tools.title },
          ...(parent ? [{ to: categoryPath(parent), name: parent.name }] : []),
        ]}
        here={category?.name ?? ""}
      />
    </>
  );
}

const NoCategory = () => (
  <div className="measure py-12 lg:py-16">
    <PageTitle>{pages.notFound.title}</PageTitle>
    <h1 className="sr-only">{pages.category.title}</h1>
    <EmptyState
      title={texts.noCategory}
      picture="/scenes/empty-search.svg"
      action={
        <AppLink to={paths.tools} className="btn btn-primary">
          {texts.allTools}
        </AppLink>
      }
    >
      {texts.noCategoryExplanation}
    </EmptyState>
  </div>
);

const countText = (total: number, isFiltered: boolean) =>
  isFiltered ? texts.countFound(total) : texts.count(total);

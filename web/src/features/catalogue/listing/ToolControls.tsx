import { type ReactNode, type Ref, useId } from "react";
import { useNavigate } from "react-router";
import type { Category, ToolFacets } from "../../../api/client.ts";
import { categoryPath } from "../../../page-paths.ts";
import { Icon } from "../../../ui/icons.tsx";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { defaultSort, type Filters } from "./filters.ts";
import { ToolFilters } from "./ToolFilters.tsx";
import { SEARCH_FORM } from "./ToolSearch.tsx";
import { texts } from "./texts.en.tsx";
import { useFilters } from "./use-filters.ts";
import type { ListView } from "./use-list-view.ts";

const ListIcon = () => (
  <Icon>
    <path d="M4 6h16M4 10.7h16M4 15.3h16M4 20h16" />
  </Icon>
);

interface ToolControlsProps {
  facets: ToolFacets | undefined;
  categories: Category[];
  /** The page has the tools of one category, so no other can be chosen. */
  isCategoryPage: boolean;
  view: ListView;
  searchRef: Ref<HTMLInputElement>;
  onFocusSearch: () => void;
  /** The list. */
  children: ReactNode;
}

/**
 * Search, filters, order and view of the list, around it. They show a choice at once. The list renders when the address
 * has it, so that a press stays fast among 1,000 cards.
 */
export function ToolControls({
  facets,
  categories,
  isCategoryPage,
  view,
  searchRef,
  onFocusSearch,
  children,
}: ToolControlsProps) {
  const navigate = useNavigate();
  const controls = useFilters();
  const { filters, setFilters } = controls;
  const usualSort = defaultSort(filters.q);
  const showCategory = (slug: string) => {
    if (isCategoryPage) void navigate(categoryPath({ slug }));
    else setFilters({ q: "", category: slug });
  };
  return (
    <div className="tool-list">
      <ToolFilters
        controls={controls}
        facets={facets}
        searchRef={searchRef}
        onCategory={showCategory}
      >
        <SortSelect
          value={filters.sort === usualSort ? "" : filters.sort}
          onChange={(sort) => setFilters({ sort: (sort || usualSort) as Filters["sort"] })}
        >
          {Object.entries(texts.sortOrders)
            .filter(([sort]) => filters.q || sort !== "relevance")
            .map(([sort, words]) => (
              // The usual order has no value, so that a form without JavaScript leaves it to the
              // search.
              <option key={sort} value={sort === usualSort ? "" : sort}>
                {words}
              </option>
            ))}
        </SortSelect>
        <button
          type="button"
          aria-label={texts.compactList}
          aria-pressed={view.isList}
          className="tool-sort shrink-0 aria-pressed:text-primary noscript:hidden"
          onClick={view.toggle}
        >
          <ListIcon />
        </button>
        {!isCategoryPage && filters.category && (
          <input type="hidden" name="category" form={SEARCH_FORM} value={filters.category} />
        )}
      </ToolFilters>
      <div className="min-w-0">
        <ActiveFilters
          filters={filters}
          categoryName={categories.find(({ slug }) => slug === filters.category)?.name}
          onClear={setFilters}
          onNoneLeft={onFocusSearch}
        />
        {children}
      </div>
    </div>
  );
}

interface SortSelectProps {
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function SortSelect({ value, onChange, children }: SortSelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-3 max-md:grow">
      <label htmlFor={id} className="shrink-0 text-sm font-medium max-lg:sr-only">
        {texts.sortBy}
      </label>
      <select
        id={id}
        name="sort"
        form={SEARCH_FORM}
        className="tool-sort min-w-0 max-md:grow"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}

import { type ReactNode, type Ref, useId } from "react";
import { useNavigate } from "react-router";
import type { Category, ToolFacets } from "../../../api/client.ts";
import { categoryPath } from "../../../page-paths.ts";
import { ListIcon } from "../../../ui/icons.tsx";
import { CategoryOptions } from "../CategoryOptions.tsx";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { defaultSort, type Filters, SORT_LABELS } from "./filters.ts";
import { ToolFilters } from "./ToolFilters.tsx";
import { SEARCH_FORM } from "./ToolSearch.tsx";
import { useFilters } from "./use-filters.ts";
import type { ListView } from "./use-list-view.ts";

interface ToolControlsProps {
  facets: ToolFacets | undefined;
  categories: Category[];
  /** It has the tools of one category, so no other can be chosen. */
  isCategoryPage: boolean;
  /** How many tools the list has. */
  countText: string;
  view: ListView;
  searchRef: Ref<HTMLInputElement>;
  onFocusSearch: () => void;
}

/**
 * Search, filters, order and view of the list. They show a choice at once. The page around them renders when the
 * address has it, so that a press stays fast among 1,000 cards.
 */
export function ToolControls({
  facets,
  categories,
  isCategoryPage,
  countText,
  view,
  searchRef,
  onFocusSearch,
}: ToolControlsProps) {
  const navigate = useNavigate();
  const controls = useFilters();
  const { filters, setFilters } = controls;
  const usualSort = defaultSort(filters.q);
  const hasCategoryChoice = !isCategoryPage && categories.length > 0;
  const showCategory = (slug: string) => {
    if (isCategoryPage) void navigate(categoryPath({ slug }));
    else setFilters({ q: "", category: slug });
  };
  return (
    <>
      <ToolFilters
        controls={controls}
        facets={facets}
        searchRef={searchRef}
        onCategory={showCategory}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5">
        <p role="status" className="figures font-display text-xl">
          {countText}
        </p>
        <div
          className={`flex min-w-0 items-center gap-x-6 max-sm:gap-x-2 ${hasCategoryChoice ? "max-sm:w-full" : ""}`}
        >
          {hasCategoryChoice && (
            <LabelledSelect
              label="Category"
              name="category"
              value={filters.category}
              onChange={(category) => setFilters({ category })}
            >
              <option value="">All categories</option>
              <CategoryOptions categories={categories} counts={facets?.categories} />
            </LabelledSelect>
          )}
          <LabelledSelect
            label="Sort by"
            name="sort"
            // On phones as wide as its longest words.
            className="min-[22.5rem]:max-sm:flex-initial!"
            value={filters.sort === usualSort ? "" : filters.sort}
            onChange={(sort) => setFilters({ sort: (sort || usualSort) as Filters["sort"] })}
          >
            {Object.entries(SORT_LABELS)
              .filter(([sort]) => filters.q || sort !== "relevance")
              .map(([sort, words]) => (
                // Without a value, so that a form without JavaScript leaves the usual order to the search.
                <option key={sort} value={sort === usualSort ? "" : sort}>
                  {words}
                </option>
              ))}
          </LabelledSelect>
          <button
            type="button"
            aria-label="Compact list"
            aria-pressed={view.isList}
            className="tool-sort shrink-0 aria-pressed:text-primary noscript:hidden"
            onClick={view.toggle}
          >
            <ListIcon />
          </button>
        </div>
      </div>
      <ActiveFilters
        filters={filters}
        categoryName={categories.find(({ slug }) => slug === filters.category)?.name}
        onClear={setFilters}
        onNoneLeft={onFocusSearch}
      />
    </>
  );
}

interface LabelledSelectProps {
  label: string;
  name: string;
  value: string;
  className?: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function LabelledSelect({
  label,
  name,
  value,
  className = "",
  onChange,
  children,
}: LabelledSelectProps) {
  const id = useId();
  return (
    <div className={`flex min-w-0 items-center gap-3 max-sm:flex-1 ${className}`}>
      <label htmlFor={id} className="shrink-0 text-sm font-medium max-md:sr-only">
        {label}
      </label>
      <select
        id={id}
        name={name}
        form={SEARCH_FORM}
        className="tool-sort w-full min-w-0 max-w-52"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}

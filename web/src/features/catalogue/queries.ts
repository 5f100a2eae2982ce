import { keepPreviousData } from "@tanstack/react-query";
import { inOwnersLanguage, ownersLanguage } from "../../api/owner-language.ts";
import { pagesQuery, query } from "../../api/query.ts";

export const LATEST = { sort: "newest", limit: 6 } as const;

/** The server's limit for one page. */
const PAGE_SIZE = 100;

/** Filters and sort order of a list of tools. Unset members are absent, because this is part of the query key. */
export interface ToolQuery {
  sort: "relevance" | "newest" | "price" | "-price" | "name";
  q?: string | undefined;
  inStock?: true;
  maxMinimum?: number | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  category?: string;
  /** Where the list starts. */
  cursor?: string;
}

/** Each category is followed by the categories below it. The server preloads them for All Tools. */
export const categoriesQuery = query(["categories"], "/categories", ownersLanguage);

/** The categories to edit, with their names in both languages. */
export const managedCategoriesQuery = query(["categories", "managed"], "/categories");

export const latestToolsQuery = query(["tools", LATEST], "/tools", {
  query: { ...LATEST, ...inOwnersLanguage },
});

// The previous list stays while the next one loads.
const STEADY = { placeholderData: keepPreviousData };

/** How many tools each filter would leave. The server preloads it for All Tools without a filter. */
export const facetsQuery = ({ sort: _, cursor: __, ...filter }: ToolQuery) =>
  query(
    ["tool-facets", filter],
    "/tool-facets",
    { query: { ...filter, ...inOwnersLanguage } },
    STEADY,
  );

export const suggestionsQuery = (q: string) =>
  query(
    ["tool-suggestions", q],
    "/tool-suggestions",
    { query: { q, ...inOwnersLanguage } },
    { staleTime: 60_000, ...STEADY },
  );

export const toolsQuery = (filter: ToolQuery) =>
  pagesQuery(
    ["tools", "pages", filter],
    "/tools",
    { query: { ...filter, limit: PAGE_SIZE, ...inOwnersLanguage } },
    { cursor: filter.cursor ?? null, ...STEADY },
  );

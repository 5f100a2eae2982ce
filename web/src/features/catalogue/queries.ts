import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client.ts";

const LATEST = { sort: "newest", limit: 6 } as const;

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

/** Each category is followed by those below it. The server preloads them for All Tools. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => unwrap(api.GET("/categories", { signal })),
});

export const latestToolsQuery = queryOptions({
  queryKey: ["tools", LATEST],
  queryFn: ({ signal }) => unwrap(api.GET("/tools", { params: { query: LATEST }, signal })),
});

/** How many tools each filter would leave. The server preloads it for All Tools without a filter. */
export const facetsQuery = ({ sort: _, cursor: __, ...query }: ToolQuery) =>
  queryOptions({
    queryKey: ["tool-facets", query],
    queryFn: ({ signal }) => unwrap(api.GET("/tool-facets", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ["tool-suggestions", q],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/tool-suggestions", { params: { query: { q } }, signal })),
    staleTime: 60_000,
    // The previous suggestions stay while the next ones load.
    placeholderData: keepPreviousData,
  });

export const toolsQuery = (filter: ToolQuery) =>
  infiniteQueryOptions({
    queryKey: ["tools", "pages", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_SIZE, cursor: pageParam ?? undefined };
      return unwrapPage(api.GET("/tools", { params: { query }, signal }));
    },
    initialPageParam: filter.cursor ?? null,
    getNextPageParam: (last) => last.next,
    // The previous list stays while the next one loads.
    placeholderData: keepPreviousData,
  });

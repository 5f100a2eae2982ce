import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client.ts";

const LATEST = { sort: "newest", limit: 6 } as const;

/** Rows shown without a click; the server answers no more at once. */
const PAGE_SIZE = 100;

/** Which tools, in which order. Without a member that asks for nothing: it is the key of its answer. */
export interface ToolQuery {
  sort: "newest" | "price" | "-price" | "name";
  q?: string | undefined;
  inStock?: true;
  maxMinimum?: number | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
}

export const latestToolsQuery = queryOptions({
  queryKey: ["tools", LATEST],
  queryFn: ({ signal }) => unwrap(api.GET("/tools", { params: { query: LATEST }, signal })),
});

export const toolsQuery = (filter: ToolQuery) =>
  infiniteQueryOptions({
    queryKey: ["tools", "pages", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_SIZE, cursor: pageParam ?? undefined };
      return unwrapPage(api.GET("/tools", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // While another question is on its way, the answer to the last one stays.
    placeholderData: keepPreviousData,
  });

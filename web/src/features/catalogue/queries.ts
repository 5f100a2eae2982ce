import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answer, answerPage, api } from "../../api/client.ts";

const LATEST = { sort: "newest", limit: 6 } as const;

/** Rows shown without a click; the server answers no more at once. */
const PAGE_SIZE = 100;

export const latestToolsQuery = queryOptions({
  queryKey: ["tools", LATEST],
  queryFn: ({ signal }) => answer(api.GET("/tools", { params: { query: LATEST }, signal })),
});

export const toolsQuery = (filter: { sort: "newest" }) =>
  infiniteQueryOptions({
    queryKey: ["tools", "pages", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_SIZE, cursor: pageParam ?? undefined };
      return answerPage(api.GET("/tools", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

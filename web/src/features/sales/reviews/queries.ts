import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../../api/client.ts";

const LATEST = { sort: "newest", limit: 3 } as const;
const PAGE_SIZE = 100;

export const latestReviewsQuery = queryOptions({
  queryKey: ["reviews", LATEST],
  queryFn: ({ signal }) => unwrap(api.GET("/reviews", { params: { query: LATEST }, signal })),
});

export const reviewsQuery = infiniteQueryOptions({
  queryKey: ["reviews", "pages", { sort: "newest" }],
  queryFn: ({ pageParam, signal }) => {
    const query = { sort: "newest", limit: PAGE_SIZE, cursor: pageParam ?? undefined } as const;
    return unwrapPage(api.GET("/reviews", { params: { query }, signal }));
  },
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
});

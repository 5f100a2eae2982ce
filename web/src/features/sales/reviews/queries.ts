import { pagesQuery, query } from "../../../api/query.ts";

const LATEST = { sort: "newest", limit: 3 } as const;
const PAGE = { sort: "newest", limit: 100 } as const;

export const latestReviewsQuery = query(["reviews", LATEST], "/reviews", { query: LATEST });

export const reviewsQuery = pagesQuery(["reviews", "pages", { sort: "newest" }], "/reviews", {
  query: PAGE,
});

import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useRole } from "../../../api/session/use-role.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { texts } from "./all-reviews.texts.en.ts";
import { reviewsQuery } from "./queries.ts";
import { ReviewCard, ReviewCardSkeleton } from "./ReviewCard.tsx";

// Visitors do not load it.
const ReviewModeration = lazy(() => import("./ReviewModeration.tsx"));

export const prefetch = (queryClient: QueryClient) =>
  void queryClient.prefetchInfiniteQuery(reviewsQuery);

export default function AllReviewsPage() {
  const list = useInfiniteQuery(reviewsQuery);
  const { data, error, refetch } = list;
  const isAdmin = useRole().data === "admin";
  const reviews = data?.pages.flatMap((page) => page.rows);

  return (
    <div className="measure py-12 lg:py-16">
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 mb-12 max-w-prose text-lead text-quiet">{texts.lead}</p>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : reviews?.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
      ) : (
        <ul aria-busy={!reviews} className="grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {reviews
            ? reviews.map((review) => (
                <li key={review._id} className="flex flex-col">
                  <ReviewCard review={review} />
                  {isAdmin && (
                    <Suspense>
                      <ReviewModeration review={review} />
                    </Suspense>
                  )}
                </li>
              ))
            : ["a", "b", "c"].map((key) => (
                <li key={key}>
                  <ReviewCardSkeleton />
                </li>
              ))}
        </ul>
      )}
      <ShowMore list={list} className="mt-16 text-center" />
    </div>
  );
}

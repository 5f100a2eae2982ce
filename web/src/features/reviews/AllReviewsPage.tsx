import { useInfiniteQuery } from "@tanstack/react-query";
import { useRole } from "../../api/session/use-role.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { useModeration } from "./manage-reviews.ts";
import { reviewsQuery } from "./queries.ts";
import { ReviewCard, ReviewCardSkeleton } from "./ReviewCard.tsx";
import { useDeleteReviewDialog } from "./use-review-deletion.tsx";

export default function AllReviewsPage() {
  const list = useInfiniteQuery(reviewsQuery);
  const { data, error, refetch } = list;
  const isAdmin = useRole().data === "admin";
  const { ask, dialog } = useDeleteReviewDialog();
  const { moderate, isBusy } = useModeration();
  const reviews = data?.pages.flatMap((page) => page.rows);

  return (
    <div className="measure py-12 lg:py-16">
      <h1 className="text-title">All Reviews</h1>
      <p className="mt-4 mb-12 max-w-prose text-lead text-quiet">
        In the words of the people who dig with them.
      </p>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : reviews?.length === 0 ? (
        <EmptyState title="No reviews yet">Be the first to write one.</EmptyState>
      ) : (
        <ul aria-busy={!reviews} className="grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {reviews
            ? reviews.map((review) => (
                <li key={review._id} className="flex flex-col">
                  <ReviewCard review={review} />
                  {isAdmin && (
                    <div className="mt-4 flex shrink-0 gap-3">
                      <Button
                        variant="outline"
                        small
                        busy={isBusy(review)}
                        aria-label={`Hide the review of ${review.name}`}
                        onClick={() => void moderate(review, "hidden")}
                      >
                        Hide
                      </Button>
                      <Button
                        variant="outline"
                        small
                        aria-label={`Delete the review of ${review.name}`}
                        onClick={() => ask(review)}
                      >
                        Delete
                      </Button>
                    </div>
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
      {dialog}
    </div>
  );
}

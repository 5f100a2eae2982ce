import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { latestReviewsQuery } from "../../sales/reviews/queries.ts";
import { ReviewCard, ReviewCardSkeleton } from "../../sales/reviews/ReviewCard.tsx";

export function LatestReviews() {
  const { data: reviews, error, refetch } = useQuery(latestReviewsQuery);
  // "All Reviews" invites to the first one.
  if (reviews?.length === 0) return null;
  return (
    <section aria-labelledby="voices" className="measure py-20 lg:py-28">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 id="voices" className="text-title">
          What Our Customer Says
        </h2>
        <AppLink to={paths.reviews} className="btn btn-outline">
          All Reviews
        </AppLink>
      </div>
      <div className="mt-12">
        {error && !reviews ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <ul aria-busy={!reviews} className="grid gap-x-10 gap-y-12 lg:grid-cols-3">
            {reviews
              ? reviews.map((review) => (
                  <li key={review._id}>
                    <ReviewCard review={review} />
                  </li>
                ))
              : ["a", "b", "c"].map((key) => (
                  <li key={key}>
                    <ReviewCardSkeleton />
                  </li>
                ))}
          </ul>
        )}
      </div>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { latestReviewsQuery } from "../../sales/reviews/queries.ts";
import { ReviewCard, ReviewCardSkeleton } from "../../sales/reviews/ReviewCard.tsx";
import { homePageQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";

export function LatestReviews() {
  const { data: reviews, error, refetch } = useQuery(latestReviewsQuery);
  // "All Reviews" invites to the first one.
  if (reviews?.length === 0) return null;
  return (
    <section aria-labelledby="voices" className="measure py-20 lg:py-28">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h2 id="voices" className="text-title">
            {texts.customersSay}
          </h2>
          <Average />
        </div>
        <AppLink to={paths.reviews} className="btn btn-outline">
          {texts.allReviews}
        </AppLink>
      </div>
      <div className="mt-12">
        {error && !reviews ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <ul aria-busy={!reviews} className="voices grid gap-x-10 gap-y-12">
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

/** The stars of all reviews. The demo has the specified section alone. */
function Average() {
  const { hasArticles: isDemo } = useShop();
  const { data } = useQuery({ ...homePageQuery, enabled: !isDemo });
  if (!data?.rating) return null;
  const { average, count } = data.rating;
  return (
    <p className="mt-4 flex items-center gap-3 text-quiet">
      <Stars rating={average} />
      {texts.rating(average, count)}
    </p>
  );
}

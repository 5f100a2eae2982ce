import type { ToolPageData } from "../../../api/tool-page.ts";
import { formatCount } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { ReviewCard } from "../../sales/reviews/ReviewCard.tsx";
import { texts } from "./texts.en.ts";

export function ToolReviews({ data: { rating, reviews } }: { data: ToolPageData }) {
  return (
    <section aria-labelledby="reviews" className="mt-16 lg:mt-24">
      <h2 id="reviews" className="text-heading">
        {texts.reviews}
      </h2>
      {rating || reviews.length > 0 ? (
        <div className={rating ? "tool-reviews" : "mt-6"}>
          {rating && <RatingSummary rating={rating} />}
          <ul className="grid content-start gap-x-10 gap-y-12 sm:grid-cols-2">
            {reviews.map((review) => (
              <li key={review._id}>
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="mt-3 text-quiet">{texts.noReviews}</p>
      )}
      <AppLink to={paths.reviews} className="btn btn-outline mt-8">
        {texts.allReviews}
      </AppLink>
    </section>
  );
}

/** The average, and a bar for each number of stars. */
function RatingSummary({ rating }: { rating: NonNullable<ToolPageData["rating"]> }) {
  const { average, count, stars } = rating;
  // Almost no review has 0 stars.
  const rows = stars[0] ? [5, 4, 3, 2, 1, 0] : [5, 4, 3, 2, 1];
  return (
    <div className="figures">
      <p className="flex items-center gap-4">
        <span aria-hidden="true" className="font-display text-5xl">
          {texts.average(average)}
        </span>
        <Stars rating={average} />
      </p>
      <p className="mt-2 text-sm text-quiet">{texts.averageOf(average, count)}</p>
      <table className="rating-bars">
        <caption className="sr-only">{texts.reviewsByStars}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{texts.stars(row)}</th>
              <td>
                <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
                  <rect width="100" height="1" className="fill-base-300" />
                  <rect
                    width={(100 * (stars[row] ?? 0)) / count}
                    height="1"
                    className="fill-accent"
                  />
                </svg>
              </td>
              <td>{formatCount(stars[row] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { texts } from "./texts.en.ts";

const OF = 5;
/** The outline of a star, 20 × 20. */
export const STAR = "M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z";

/** The whole stars of a rating. The API accepts any number, so it is clamped here. */
export const clampStars = (rating: number) => Math.round(Math.min(Math.max(rating, 0), OF));

/** A rating as whole stars. */
export function Stars({ rating }: { rating: number }) {
  const full = clampStars(rating);
  return (
    <svg
      role="img"
      aria-label={texts.stars(full, OF)}
      viewBox={`0 0 ${OF * 22} 20`}
      height="18"
      width={(OF * 22 * 18) / 20}
    >
      {[0, 1, 2, 3, 4].map((place) => (
        <path
          key={place}
          d={STAR}
          transform={`translate(${place * 22 + 1} 0)`}
          className={place < full ? "fill-accent" : "fill-rule"}
        />
      ))}
    </svg>
  );
}

import "./star-picker.css";
import type { ComponentProps } from "react";
import { STAR } from "../../../ui/Stars.tsx";
import { texts } from "./review-page.texts.en.ts";

interface StarPickerProps extends ComponentProps<"input"> {
  /** The current rating, for the text beside the stars. */
  rating: string;
}

/** A rating of 0 to 5 as six radio buttons. star-picker.css fills the stars up to the chosen one. */
export function StarPicker({ rating, ...radio }: StarPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{texts.rating}</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="star-picker">
          {[0, 1, 2, 3, 4, 5].map((count) => (
            <label key={count} title={starLabel(count)}>
              <input type="radio" className="sr-only" value={count} {...radio} />
              <span className="sr-only">{starLabel(count)}</span>
              <svg viewBox="0 0 20 20" width="28" height="28" aria-hidden="true">
                {count === 0 ? <path d="M5 10h10" className="no-star" /> : <path d={STAR} />}
              </svg>
            </label>
          ))}
        </div>
        <p className="figures text-sm text-quiet" aria-hidden="true">
          {starLabel(Number(rating))}
        </p>
      </div>
    </fieldset>
  );
}

const starLabel = (count: number) => (count === 0 ? texts.noStars : texts.stars(count));

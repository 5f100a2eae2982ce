import { texts } from "./review.texts.en.tsx";

const MAX_LENGTH = 2_000;

/** Counts characters as the server does. JavaScript's length counts some of them twice. */
const lengthOf = (text: string) => [...text].length;

/** `Room for 1,988 more characters`. */
export function lengthHint(text: string): string {
  const left = MAX_LENGTH - lengthOf(text);
  return left < 0 ? texts.charactersTooMany(-left, MAX_LENGTH) : texts.charactersLeft(left);
}

interface TypedReview {
  rating: string;
  review: string;
}

/** A review is sent once it has a star or a word. */
const hasContent = ({ rating, review }: TypedReview) => Number(rating) > 0 || review.trim() !== "";

/** Text that is too long is not cut off but reported. */
export function validateReview(text: string, typed: TypedReview): true | string {
  if (!hasContent(typed)) return texts.empty;
  return lengthOf(text.trim()) <= MAX_LENGTH || texts.tooLong(MAX_LENGTH);
}

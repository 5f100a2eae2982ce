import { formatCount } from "../../money.ts";

const MAX_LENGTH = 2_000;

/** As the server counts: in characters, of which an emoji may be one where JavaScript counts two. */
const lengthOf = (text: string) => [...text].length;

/** `Room for 1,988 more characters`. */
export function lengthHint(text: string): string {
  const left = MAX_LENGTH - lengthOf(text);
  const count = formatCount(Math.abs(left));
  return left < 0
    ? `${count} too many of ${formatCount(MAX_LENGTH)} characters`
    : `Room for ${count} more characters`;
}

/** Nothing that was typed or pasted is cut off; it is said that it does not fit. */
export const validateLength = (text: string) =>
  lengthOf(text.trim()) <= MAX_LENGTH ||
  `A review has ${formatCount(MAX_LENGTH)} characters at most`;

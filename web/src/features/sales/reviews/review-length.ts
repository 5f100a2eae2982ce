import { formatCount } from "../../../money.ts";

const MAX_LENGTH = 2_000;

/** Counts characters as the server does. JavaScript's length counts some of them twice. */
const lengthOf = (text: string) => [...text].length;

/** `Room for 1,988 more characters`. */
export function lengthHint(text: string): string {
  const left = MAX_LENGTH - lengthOf(text);
  const count = formatCount(Math.abs(left));
  return left < 0
    ? `${count} too many of ${formatCount(MAX_LENGTH)} characters`
    : `Room for ${count} more characters`;
}

/** Text that is too long is not cut off but reported. */
export const validateLength = (text: string) =>
  lengthOf(text.trim()) <= MAX_LENGTH ||
  `A review has ${formatCount(MAX_LENGTH)} characters at most`;

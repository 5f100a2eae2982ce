import { formatCount } from "../../money.ts";

const LONGEST = 2_000;

/** As the server counts: in characters, of which an emoji may be one where JavaScript counts two. */
const lengthOf = (text: string) => [...text].length;

/** `Room for 1,988 more characters`. */
export function roomLeft(text: string): string {
  const left = LONGEST - lengthOf(text);
  const count = formatCount(Math.abs(left));
  return left < 0
    ? `${count} too many of ${formatCount(LONGEST)} characters`
    : `Room for ${count} more characters`;
}

/** Nothing that was typed or pasted is cut off; it is said that it does not fit. */
export const tooLong = (text: string) =>
  lengthOf(text.trim()) <= LONGEST || `A review has ${formatCount(LONGEST)} characters at most`;

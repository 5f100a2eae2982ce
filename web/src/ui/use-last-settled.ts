import { useState } from "react";

/**
 * A part of the question as it was when the rows in sight were asked for. While the answer to another question is on its
 * way they stay, and what is said of them must be about them.
 */
export function useLastSettled<Part>(value: Part, isPlaceholderData: boolean): Part {
  const [settled, setAnswered] = useState(value);
  if (!isPlaceholderData && settled !== value) setAnswered(value);
  return isPlaceholderData ? settled : value;
}

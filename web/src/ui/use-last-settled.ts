import { useState } from "react";

/**
 * A part of the question as it was when the rows in sight were asked for. While the answer to another question is on its
 * way they stay, and what is said of them must be about them.
 */
export function useAnswered<Part>(part: Part, isPlaceholderData: boolean): Part {
  const [answered, setAnswered] = useState(part);
  if (!isPlaceholderData && answered !== part) setAnswered(part);
  return isPlaceholderData ? answered : part;
}

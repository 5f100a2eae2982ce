import { useState } from "react";

/**
 * The value for which the visible rows were requested. While the next rows load, the previous ones stay visible, and
 * texts about them must not use the new value.
 */
export function useLastSettled<Part>(value: Part, isPlaceholderData: boolean): Part {
  const [settled, setAnswered] = useState(value);
  if (!isPlaceholderData && settled !== value) setAnswered(value);
  return isPlaceholderData ? settled : value;
}

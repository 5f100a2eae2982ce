import { useDeferredValue, useEffect, useMemo, useState } from "react";

/** How many more elements a commit shows. A press waits for one commit at most. */
const STEP = 48;

/**
 * The part of a long list to render. It begins with `first` elements, and grows in deferred renders until it is the
 * whole list. Another `key` means another list, which begins with one step.
 */
export function useGrowingList<Element>(list: Element[] | undefined, key: string, first: number) {
  const [{ count, of }, setPart] = useState({ count: first, of: key });
  if (of !== key) setPart({ count: STEP, of: key });
  const part = useMemo(() => list?.slice(0, count), [list, count]);
  const shown = useDeferredValue(part);
  const isComplete = !list || count >= list.length;
  useEffect(() => {
    if (shown === part && !isComplete) setPart({ count: count + STEP, of: key });
  }, [shown, part, isComplete, count, key]);
  return shown;
}

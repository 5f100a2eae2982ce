import { useEffect, useEffectEvent, useState } from "react";
import { currentHolder, hasEnded, keepInTab, readFromTab } from "../api/session/tab-storage.ts";

interface KeptValues<Values> {
  isChanged: boolean;
  values: () => Values;
  restore: (typed: Values) => void;
}

/**
 * Keeps what was typed under `name` while the session has ended, for the same account, also in other documents. Restores
 * it once. Returns a function that keeps it at once. Without a name it does nothing.
 */
export function useKeptValues<Values>(name: string | undefined, now: KeptValues<Values>) {
  const [owner] = useState(currentHolder);
  const keep = () => {
    if (name) keepInTab(`form: ${name}`, now.values(), owner);
  };
  const restore = useEffectEvent(() => {
    const typed = name ? readFromTab<Values>(`form: ${name}`) : undefined;
    if (!typed) return;
    keepInTab(`form: ${name}`, undefined);
    now.restore(typed);
  });
  const leave = useEffectEvent(() => {
    if (now.isChanged && hasEnded(owner)) keep();
  });
  useEffect(() => {
    restore();
    return leave;
  }, []);
  return keep;
}

/** The values of a form without useApiForm, and what changes some of them. */
export function useKeptState<Values extends object>(name: string, initial: Values) {
  const [first] = useState(initial);
  const [values, setValues] = useState(first);
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }));
  useKeptValues(name, { isChanged: values !== first, values: () => values, restore: change });
  return [values, change] as const;
}

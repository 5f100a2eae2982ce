import { startTransition, useEffect, useMemo, useOptimistic, useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { changed, type Filters, readFilters, type TextFilter, withChange } from "./filters.ts";

/** The filters in the address. They follow a press after its paint. */
export function useSettledFilters(): Filters {
  const { search } = useLocation();
  return useMemo(() => readFilters(search), [search]);
}

/** The filters as chosen, and functions that change them. Back undoes each finished change. */
export function useFilters() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const typingIn = useRef<TextFilter>(undefined);
  // A checkbox must show its new state at once.
  const [filters, setOptimistic] = useOptimistic(useSettledFilters(), changed);

  useEffect(() => {
    // Typing after Back adds a new history entry.
    if (key && navigation === NavigationType.Pop) typingIn.current = undefined;
  }, [key, navigation]);

  const go = (change: Partial<Filters>, replace: boolean) =>
    startTransition(async () => {
      setOptimistic(change);
      // On slow devices a change of the address takes as long as the paint.
      await painted();
      // Read at the time of the change, because the rendered value can be behind.
      await navigate({ search: withChange(window.location.search, change) }, { replace });
    });

  return {
    filters,
    setFilters: (change: Partial<Filters>) => {
      typingIn.current = undefined;
      go(change, false);
    },
    /** Text that is typed without leaving the field is one history entry. */
    typeFilter: (name: TextFilter, text: string) => {
      go({ [name]: text }, typingIn.current === name);
      typingIn.current = name;
    },
    endTyping: () => {
      typingIn.current = undefined;
    },
  };
}

export type FilterControls = ReturnType<typeof useFilters>;

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

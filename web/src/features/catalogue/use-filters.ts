import { startTransition, useEffect, useMemo, useOptimistic, useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { changed, type Filters, readFilters, type TextFilter, withChange } from "./filters.ts";

/** The filters in the address, and functions that change them. Back undoes each finished change. */
export function useFilters() {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const typingIn = useRef<TextFilter>(undefined);
  // Navigation is deferred. A checkbox must show its new state at once.
  const settled = useMemo(() => readFilters(search), [search]);
  const [filters, setOptimistic] = useOptimistic(settled, changed);

  useEffect(() => {
    // Typing after Back adds a new history entry.
    if (key && navigation === NavigationType.Pop) typingIn.current = undefined;
  }, [key, navigation]);

  const go = (change: Partial<Filters>, replace: boolean) =>
    startTransition(() => {
      setOptimistic(change);
      // Read at the time of the change, because the rendered value can be behind.
      void navigate({ search: withChange(window.location.search, change) }, { replace });
    });

  return {
    filters,
    /** The filters of the list, which follow a press after its paint. */
    settled,
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

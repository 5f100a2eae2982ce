import { startTransition, useEffect, useMemo, useOptimistic, useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { changed, type Filters, readFilters, type TextFilter, withChange } from "./filters.ts";

/** The filters in the address. They follow a press after its paint. */
export function useAddressFilters(): Filters {
  const { search } = useLocation();
  return useMemo(() => readFilters(search), [search]);
}

/** The filters as chosen, and functions that change them. Back undoes each finished change. */
export function useFilters() {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const typingIn = useRef<TextFilter>(undefined);
  // A checkbox must show its new state at once.
  const [filters, setOptimistic] = useOptimistic(useAddressFilters(), changed);

  useEffect(() => {
    // Typing after Back adds a new history entry.
    if (key && navigation === NavigationType.Pop) typingIn.current = undefined;
  }, [key, navigation]);

  const go = (change: Partial<Filters>, replace: boolean) =>
    startTransition(async () => {
      setOptimistic(change);
      // A change of the address would delay the paint.
      await painted();
      // The visitor may have followed a link meanwhile.
      if (window.location.pathname !== pathname) return;
      // The address is read at the time of the change, because the rendered value can be behind.
      void navigate({ search: withChange(window.location.search, change) }, { replace });
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

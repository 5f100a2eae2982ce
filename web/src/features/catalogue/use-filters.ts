import { startTransition, useEffect, useOptimistic, useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { type Filters, readFilters, type TextFilter, withChange } from "./filters.ts";

/** The filters in the address, and ways to change them. Each finished choice is a step that Back undoes. */
export function useFilters() {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const typingIn = useRef<TextFilter>(undefined);
  // The router takes its time over a new address; a box that was ticked must not look unticked meanwhile.
  const [filters, setOptimistic] = useOptimistic(
    readFilters(search),
    (now, change: Partial<Filters>) => ({
      ...now,
      ...change,
    }),
  );

  useEffect(() => {
    // Typing on after Back is a step of its own.
    if (key && navigation === NavigationType.Pop) typingIn.current = undefined;
  }, [key, navigation]);

  const go = (change: Partial<Filters>, replace: boolean) =>
    startTransition(() => {
      setOptimistic(change);
      // Read when it happens: what is rendered may lag behind the last change.
      void navigate({ search: withChange(window.location.search, change) }, { replace });
    });

  return {
    filters,
    setFilters: (change: Partial<Filters>) => {
      typingIn.current = undefined;
      go(change, false);
    },
    /** What is typed in one go is one step, however often the typing pauses. */
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

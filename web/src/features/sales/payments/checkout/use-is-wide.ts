import { useSyncExternalStore } from "react";

const wide = () => window.matchMedia("(min-width: 64rem)");

/** Whether the sum of the checkout stands beside the form, where it is always open. */
export const useIsWide = () =>
  useSyncExternalStore(
    (onChange) => {
      const query = wide();
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => wide().matches,
  );

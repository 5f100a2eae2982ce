import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Visitors who leave at once open no stream, and the first view loads undisturbed. */
const START_DELAY = 2_000;

/** Keeps stock and prices of the cached tools true while the page is visible. */
export function useLiveStock() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let end = () => {};
    const start = async () => {
      const { followStock } = await import("./live-stock.ts");
      if (!isOver) end = followStock(queryClient);
    };
    // If the file does not load, the stock is as new as the page.
    const timer = setTimeout(() => void start().catch(() => {}), START_DELAY);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [queryClient]);
}

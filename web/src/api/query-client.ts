import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "./errors.ts";

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  });

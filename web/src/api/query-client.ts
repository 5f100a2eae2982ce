import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "./errors.ts";

/** The key of the counts in the dashboard. */
export const OWNER_TASKS = ["owner-tasks"];

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a network the shop may still be reachable, as a demo is. If not, the call fails at once.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
    },
  });

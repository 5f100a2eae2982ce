import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "./errors.ts";

/** The key of the counts in the dashboard. */
export const OWNER_TASKS = ["owner-tasks"];

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // The shop may be reachable without a network, as a demo is. If it is not, the call fails at
      // once.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
    },
  });

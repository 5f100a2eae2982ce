import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { privateQuery } from "../../api/query.ts";
import { OWNER_TASKS } from "../../api/query-client.ts";
import type { components } from "../../api/schema.gen.ts";
import { useRole } from "../../api/session/use-role.ts";
import { paths } from "../../pages.ts";

export type OverdueBackup = components["schemas"]["OverdueBackup"];

const POLL_INTERVAL = 60_000;

/** A hidden tab does not ask. It asks when it is shown again. */
const ownerTasksQuery = {
  ...privateQuery(OWNER_TASKS, "/manageShop/tasks"),
  refetchInterval: POLL_INTERVAL,
};

interface OwnerTasks {
  total: number;
  byPath: Record<string, number>;
  ordersToShip?: number;
  overdueBackup?: OverdueBackup | undefined;
}

/** How much waits for the owner, by the path of the page where it is done. Nothing for customers. */
export function useOwnerTasks(): OwnerTasks {
  const isAdmin = useRole().data === "admin";
  const { data } = useQuery({ ...ownerTasksQuery, enabled: isAdmin });
  const queryClient = useQueryClient();
  const isMutating = useIsMutating() > 0;

  // What the owner does changes the counts.
  useEffect(() => {
    const { queryKey } = ownerTasksQuery;
    if (!isMutating) void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, [isMutating, queryClient]);

  if (!isAdmin || !data) return { total: 0, byPath: {} };
  const byPath: Record<string, number> = {
    [paths.manageOrders]: data.ordersToShip,
    [paths.manageReviews]: data.reviewsToApprove,
    [paths.reconciliation]: data.disputes + data.failedRefunds,
  };
  const total = Object.values(byPath).reduce((sum, count) => sum + count, 0);
  const { ordersToShip, overdueBackup } = data;
  return { total, byPath, ordersToShip, overdueBackup };
}

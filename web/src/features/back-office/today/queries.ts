import { send } from "../../../api/client.ts";
import { privateQuery } from "../../../api/query.ts";
import { OWNER_TASKS } from "../../../api/query-client.ts";
import { useChange } from "../../../api/use-change.ts";

/** What the owner does changes it, as it changes the counts in the sidebar. */
export const todayQuery = privateQuery([...OWNER_TASKS, "today"], "/manageShop/today", undefined, {
  refetchInterval: 60_000,
});

export const useTestEmail = () => useChange(() => send("POST /manageShop/test-email"));

export const useTestPayments = () => useChange(() => send("POST /manageShop/test-payments"));

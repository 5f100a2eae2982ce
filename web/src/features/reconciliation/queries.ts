import { queryOptions } from "@tanstack/react-query";
import { api, unwrapWithDate } from "../../api/client.ts";

const FIVE_MINUTES = 300_000;

/** A whole check: anew at every visit, but not whenever somebody glances at the window. */
export const reconciliationQuery = queryOptions({
  queryKey: ["ledger"],
  queryFn: ({ signal }) => unwrapWithDate(api.GET("/ledger", { signal })),
  staleTime: FIVE_MINUTES,
  refetchOnMount: "always",
  meta: { private: true },
});

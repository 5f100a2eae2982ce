import { queryOptions } from "@tanstack/react-query";
import { api, unwrapWithDate } from "../../../api/client.ts";

const FIVE_MINUTES = 300_000;

/** A full check at every visit of the page, but not at every focus of the window. */
export const reconciliationQuery = queryOptions({
  queryKey: ["ledger"],
  queryFn: ({ signal }) => unwrapWithDate(api.GET("/ledger", { signal })),
  staleTime: FIVE_MINUTES,
  refetchOnMount: "always",
  meta: { private: true },
});

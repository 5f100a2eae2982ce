import { queryOptions } from "@tanstack/react-query";
import { answerDated, api } from "../../api/client.ts";

const FIVE_MINUTES = 300_000;

/** A whole check: anew at every visit, but not whenever somebody glances at the window. */
export const ledgerQuery = queryOptions({
  queryKey: ["ledger"],
  queryFn: ({ signal }) => answerDated(api.GET("/ledger", { signal })),
  staleTime: FIVE_MINUTES,
  refetchOnMount: "always",
  meta: { private: true },
});

import { queryOptions } from "@tanstack/react-query";
import { request, unwrapWithDate } from "../../../api/client.ts";
import { PRIVATE } from "../../../api/query.ts";

const FIVE_MINUTES = 300_000;

/** A full check at every visit of the page, but not at every focus of the window. */
export const reconciliationQuery = queryOptions({
  queryKey: ["ledger"],
  queryFn: ({ signal }) => unwrapWithDate(request("GET /ledger", { signal })),
  staleTime: FIVE_MINUTES,
  refetchOnMount: "always",
  ...PRIVATE,
});

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { send } from "../../../../api/client.ts";
import { PRIVATE, privateQuery } from "../../../../api/query.ts";
import type { TaxOverview } from "./taxes.ts";

/**
 * The taxes under these settings. The tag is in the key, so that they are read again after a save.
 */
export const taxOverviewQuery = (etag: string) =>
  queryOptions({
    queryKey: ["shop-settings", "taxes", etag],
    queryFn: ({ signal }): Promise<TaxOverview> => send("GET /manageTaxes", { signal }),
    ...PRIVATE,
  });

/** The tax report for these days. Without days, the last full quarter. */
export const taxReportQuery = (days: { from?: string; to?: string }) => {
  const options = { placeholderData: keepPreviousData };
  return privateQuery(["tax-report", days], "/manageTaxes/report", { query: days }, options);
};

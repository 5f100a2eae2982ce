import { queryOptions } from "@tanstack/react-query";
import { send } from "../../../../api/client.ts";
import { PRIVATE } from "../../../../api/query.ts";
import type { TaxOverview } from "./taxes.ts";

/** Of these settings, so that it is read again after a save. */
export const taxOverviewQuery = (etag: string) =>
  queryOptions({
    queryKey: ["shop-settings", "taxes", etag],
    queryFn: ({ signal }): Promise<TaxOverview> => send("GET /manageTaxes", { signal }),
    ...PRIVATE,
  });

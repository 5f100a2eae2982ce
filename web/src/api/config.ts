import { query } from "./query.ts";
import type { components } from "./schema.gen.ts";

/** What an order costs beside its price. */
export type Charge = components["schemas"]["ChargeKind"];

export const configQuery = query(
  ["config"],
  "/config",
  {},
  { staleTime: Number.POSITIVE_INFINITY },
);

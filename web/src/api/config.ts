import { query } from "./query.ts";

export const configQuery = query(
  ["config"],
  "/config",
  {},
  { staleTime: Number.POSITIVE_INFINITY },
);

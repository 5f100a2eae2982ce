import type { KeyScope } from "../../api/client.ts";

/** What a key may do, as shown to the owner. */
export const SCOPES: Record<KeyScope, string> = {
  "orders:read": "See orders",
  "orders:write": "See and ship orders",
  "tools:write": "Add and edit tools",
};

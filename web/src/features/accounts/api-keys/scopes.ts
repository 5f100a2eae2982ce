import type { KeyScope } from "../../../api/client.ts";

/** What a key may do, as shown to the owner. */
export const SCOPES: Record<KeyScope, string> = {
  "orders:read": "See orders",
  "orders:write": "See and ship orders",
  "tools:write": "Add and edit tools",
  "tools:import": "Import tools from CSV and Excel files",
  "csv:read": "Download CSV and Excel files, with customers’ names and addresses",
  "figures:read": "See sales figures",
  "webhooks:write": "Add, edit and delete webhooks, with their secrets; sees totals of orders",
  "refunds:write": "Refund orders",
};

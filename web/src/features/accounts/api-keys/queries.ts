import { type KeyScope, send } from "../../../api/client.ts";
import { privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

export const apiKeysQuery = privateQuery(["api-keys"], "/api-keys");

export interface NewApiKey {
  name: string;
  scopes: KeyScope[];
  days: number;
  password: string;
}

export const useCreateApiKey = () =>
  useChange((body: NewApiKey) => send("POST /api-keys", { body }), ["api-keys"]);

export const useDeleteApiKey = () =>
  useChange((id: string) => send("DELETE /api-keys/{id}", { path: { id } }), ["api-keys"]);
